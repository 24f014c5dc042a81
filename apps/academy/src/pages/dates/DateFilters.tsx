import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { teachersQuery } from '@nemus/data';
import { Box, Select } from '@nemus/ui';
import { DATE_TIMES, type DateList, type DateTime } from './date-address';
import { SeminarPicker } from './SeminarPicker';

const TIME_LABELS: Readonly<Record<DateTime, string>> = {
  kommend: 'Kommende',
  demnaechst: 'In den nächsten 14 Tagen',
  vergangen: 'Vergangene',
  offen: 'Mit offener Anwesenheit',
};
const TIME_OPTIONS = DATE_TIMES.map((value) => ({ value, label: TIME_LABELS[value] }));

/** Filters of list and calendar: time, seminar and person. */
export function DateFilters({ list, onChange }: { list: DateList; onChange: (changed: Partial<DateList>) => void }) {
  const teachers = useQuery(teachersQuery(useDataClient()));
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: list.view === 'liste' ? '1fr 2fr 1fr' : '2fr 1fr' },
      }}
    >
      {list.view === 'liste' && (
        <Select
          label="Zeit"
          options={TIME_OPTIONS}
          value={list.time}
          onChange={({ target }) => onChange({ time: DATE_TIMES.find((time) => time === target.value) ?? 'kommend' })}
        />
      )}
      <SeminarPicker placeholder="Alle Kurse" value={list.courseId} onChange={(courseId) => onChange({ courseId })} />
      <Select
        label="Lehrende"
        placeholder="Alle Lehrenden"
        options={(teachers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={list.teacherId}
        onChange={({ target }) => onChange({ teacherId: target.value })}
      />
    </Box>
  );
}
