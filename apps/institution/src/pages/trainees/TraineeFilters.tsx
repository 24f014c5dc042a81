import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  competencySchema,
  TRAINEE_ACCESSES,
  TRAINEE_STATUSES,
  type TraineeSort,
} from '@nemus/data';
import { Box, ScreenOnly, SearchField, Select, useMobile } from '@nemus/ui';
import { z } from 'zod';
import { ACCESS_LABELS, STATUS_LABELS } from '../../trainees/trainee-labels';
import type { TraineeList } from '../../trainees/trainee-address';

const STATUS_OPTIONS = TRAINEE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value].text }));
const ACCESS_OPTIONS = TRAINEE_ACCESSES.map((value) => ({ value, label: ACCESS_LABELS[value].text }));
const COMPETENCY_OPTIONS = COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }));
const statusOf = z.enum(TRAINEE_STATUSES).nullable().catch(null);
const accessOf = z.enum(TRAINEE_ACCESSES).nullable().catch(null);
const competencyOf = competencySchema.nullable().catch(null);

/** On phones there are no column headers to sort by. */
const ORDERS: readonly { label: string; sort: TraineeSort; descending: boolean }[] = [
  { label: 'Name (A–Z)', sort: 'name', descending: false },
  { label: 'Zuletzt registriert', sort: 'registered', descending: true },
  { label: 'Meiste Stunden', sort: 'hours', descending: true },
  { label: 'Wenigste Stunden', sort: 'hours', descending: false },
];
const ORDER_OPTIONS = ORDERS.map(({ label }, index) => ({ value: String(index), label }));

// Half a row would cut their texts off.
const WHOLE_ROW_ON_PHONES = { gridColumn: { xs: '1 / -1', sm: 'auto' } };

/** Search and the three filters. */
export function TraineeFilters({
  list,
  search,
  onSearch,
  onChange,
}: {
  list: TraineeList;
  search: string;
  onSearch: (search: string) => void;
  onChange: (change: Partial<TraineeList>) => void;
}) {
  const mobile = useMobile();
  return (
    <ScreenOnly>
      <Box
        component="search"
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr', lg: '1.6fr 1fr 1.2fr 1.2fr' },
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
          <SearchField label="PiW suchen" placeholder="Name oder E-Mail" value={search} onChange={onSearch} />
        </Box>
        <Select
          label="Status"
          hideLabel
          placeholder="Status: alle"
          options={STATUS_OPTIONS}
          value={list.status ?? ''}
          onChange={({ target }) => onChange({ status: statusOf.parse(target.value) })}
        />
        <Select
          label="Portalzugang"
          hideLabel
          placeholder="Zugang: alle"
          options={ACCESS_OPTIONS}
          value={list.access ?? ''}
          onChange={({ target }) => onChange({ access: accessOf.parse(target.value) })}
        />
        <Box sx={WHOLE_ROW_ON_PHONES}>
          <Select
            label="Kompetenz"
            hideLabel
            placeholder="Kompetenz: alle"
            options={COMPETENCY_OPTIONS}
            value={list.competency ?? ''}
            onChange={({ target }) => onChange({ competency: competencyOf.parse(target.value) })}
          />
        </Box>
        {mobile && (
          <Box sx={WHOLE_ROW_ON_PHONES}>
            <Select
              label="Sortierung"
              hideLabel
              options={ORDER_OPTIONS}
              value={String(
                Math.max(
                  0,
                  ORDERS.findIndex(({ sort, descending }) => sort === list.sort && descending === list.descending),
                ),
              )}
              onChange={({ target }) => {
                const order = ORDERS[Number(target.value)];
                if (order) onChange({ sort: order.sort, descending: order.descending });
              }}
            />
          </Box>
        )}
      </Box>
    </ScreenOnly>
  );
}
