import { memo } from 'react';
import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  competencySchema,
  DIFFICULTIES,
  difficultySchema,
  type CataloguePage,
} from '@nemus/data';
import { Box, FilterChip, Row, ScreenOnly, SearchField, Select, Stack } from '@nemus/ui';
import { DateFilters } from '@nemus/area/catalogue';
import type { CourseFilter } from './course-filter';

const COMPETENCY_OPTIONS = COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }));
const DIFFICULTY_OPTIONS = DIFFICULTIES.map((value) => ({ value, label: value }));

const NONE: readonly string[] = [];

/** Six stacked chips would push the courses off a phone's screen: there they scroll sideways. */
const oneLineOnPhones = {
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  marginInline: { xs: -2, sm: 0 },
  paddingInline: { xs: 2, sm: 0 },
  paddingBlock: { xs: 0.5, sm: 0 },
  '& > *': { flex: 'none' },
} as const;

/**
 * Search, the filters of courses and of their dates, and a chip for each competency with the number of courses behind it.
 * Opening a course does not render them again.
 */
export const CatalogFilters = memo(function CatalogFilters({
  filter,
  shown,
  onSearch,
  onChange,
}: {
  filter: CourseFilter;
  /** The list's numbers and choices; null while it is on its way. */
  shown: Pick<CataloguePage, 'counts' | 'months' | 'houses'> | null;
  onSearch: (search: string) => void;
  onChange: (change: Partial<CourseFilter>) => void;
}) {
  return (
    <ScreenOnly>
      <Stack gap={2} as="search">
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr' } }}>
          <Box sx={{ gridColumn: { sm: '1 / -1', lg: 'auto' } }}>
            <SearchField
              label="Kurse suchen"
              placeholder="Titel oder Beschreibung"
              value={filter.search}
              onChange={onSearch}
            />
          </Box>
          <Select
            label="Kompetenz"
            hideLabel
            placeholder="Alle Kompetenzen"
            options={COMPETENCY_OPTIONS}
            value={filter.competency ?? ''}
            onChange={({ target }) =>
              onChange({ competency: competencySchema.nullable().catch(null).parse(target.value) })
            }
          />
          <Select
            label="Schwierigkeitsgrad"
            hideLabel
            placeholder="Alle Schwierigkeitsgrade"
            options={DIFFICULTY_OPTIONS}
            value={filter.difficulty ?? ''}
            onChange={({ target }) =>
              onChange({ difficulty: difficultySchema.nullable().catch(null).parse(target.value) })
            }
          />
        </Box>
        <DateFilters
          months={shown?.months ?? NONE}
          houses={shown?.houses ?? NONE}
          filter={filter.dates}
          onChange={(change) => onChange({ dates: { ...filter.dates, ...change } })}
        />
        <Row role="group" aria-label="Kompetenzen" sx={oneLineOnPhones}>
          {COMPETENCIES.map((competency) => (
            <FilterChip
              key={competency}
              selected={filter.competency === competency}
              count={shown ? (shown.counts[competency] ?? 0) : undefined}
              onToggle={(selected) => onChange({ competency: selected ? competency : null })}
            >
              {COMPETENCY_LABELS[competency]}
            </FilterChip>
          ))}
        </Row>
      </Stack>
    </ScreenOnly>
  );
});
