import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { teachersQuery } from '@nemus/data';
import { Box, Select } from '@nemus/ui';
import type { DateList } from './date-address';
import { SeminarPicker } from './SeminarPicker';

const TIME_OPTIONS = [
  { value: 'kommend', label: 'Kommende' },
  { value: 'vergangen', label: 'Vergangene' },
] as const;

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
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 2fr 1fr' },
      }}
    >
      {list.view === 'liste' && (
        <Select
          label="Zeit"
          options={TIME_OPTIONS}
          value={list.past ? 'vergangen' : 'kommend'}
          onChange={({ target }) => onChange({ past: target.value === 'vergangen' })}
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
