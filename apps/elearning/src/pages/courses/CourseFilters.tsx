import { useState } from 'react';
import { COMPETENCIES, COMPETENCY_LABELS, competencySchema, DIFFICULTIES, difficultySchema } from '@nemus/data';
import { Box, Button, Grid, Row, SearchField, Select, Stack } from '@nemus/ui';
import type { CourseFilter } from './course-filter';

const COMPETENCY_OPTIONS = COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }));
const DIFFICULTY_OPTIONS = DIFFICULTIES.map((value) => ({ value, label: value }));

/** Search, and behind the filter button competency and difficulty. An address that filters opens the filters. */
export function CourseFilters({
  filter,
  onSearch,
  onChange,
}: {
  filter: CourseFilter;
  onSearch: (search: string) => void;
  onChange: (change: Partial<CourseFilter>) => void;
}) {
  const [open, setOpen] = useState(filter.kompetenz !== null || filter.niveau !== null);
  return (
    <Stack as="search" gap={1.5}>
      <Row gap={1} align="end">
        <Box sx={{ flex: '1 1 14rem' }}>
          <SearchField
            label="Kurse durchsuchen"
            placeholder="Titel, Beschreibung oder Modul"
            value={filter.suche}
            onChange={onSearch}
          />
        </Box>
        <Button icon="filter" aria-expanded={open} aria-controls="kursfilter" onClick={() => setOpen(!open)}>
          Filter
        </Button>
      </Row>
      <div id="kursfilter" hidden={!open}>
        <Grid min="14rem" gap={1.5}>
          <Select
            label="Kompetenz"
            placeholder="Alle Kompetenzen"
            options={COMPETENCY_OPTIONS}
            value={filter.kompetenz ?? ''}
            onChange={({ target }) =>
              onChange({ kompetenz: competencySchema.nullable().catch(null).parse(target.value) })
            }
          />
          <Select
            label="Schwierigkeitsgrad"
            placeholder="Alle Schwierigkeitsgrade"
            options={DIFFICULTY_OPTIONS}
            value={filter.niveau ?? ''}
            onChange={({ target }) => onChange({ niveau: difficultySchema.nullable().catch(null).parse(target.value) })}
          />
        </Grid>
      </div>
    </Stack>
  );
}
