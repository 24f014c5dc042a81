import type { ReactNode } from 'react';
import { HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, formatUnitsOf, wholeUnits, type CohortRow } from '@nemus/data';
import {
  Box,
  Checkbox,
  Chip,
  formatNumber,
  formatPercent,
  Link as TextLink,
  Row,
  Stack,
  Text,
  VisuallyHidden,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { STANDING_WORDS } from '../../credit/standing-words';

/** Who is ticked; null for members who may not write. */
export interface Ticks {
  readonly ids: ReadonlySet<string>;
  readonly onTick: (id: string, on: boolean) => void;
}

const columnsOf = (ticks: Ticks | null): readonly Column<CohortRow>[] => [
  {
    key: 'person',
    header: 'Person',
    cell: ({ trainee_id: id, first_name: first, last_name: last, set, has_sample_hours: hasSamples }) => (
      <Row wrap={false} align="start">
        {ticks !== null && (
          <Checkbox
            label={<VisuallyHidden>{`${first} ${last} auswählen`}</VisuallyHidden>}
            checked={ticks.ids.has(id)}
            onChange={({ target }) => ticks.onTick(id, target.checked)}
          />
        )}
        <Stack gap={0}>
          <TextLink component={Link} to={`/logbook/trainees/${id}`}>
            {first} {last}
          </TextLink>
          {hasSamples && (
            <span>
              <Chip>mit Beispielstunden</Chip>
            </span>
          )}
          <Text as="span" variant="caption" tone="muted">
            {set === null ? 'Noch keine Anforderungen gewählt' : `${set.name}, Version ${set.version}`}
          </Text>
        </Stack>
      </Row>
    ),
  },
  {
    key: 'elapsed',
    header: 'Zeit vergangen',
    align: 'end',
    cell: ({ elapsed }) => (elapsed === null ? 'nicht angegeben' : formatPercent(elapsed)),
  },
  ...HOUR_CATEGORIES.map((category): Column<CohortRow> => ({
    key: category,
    header: HOUR_CATEGORY_LABELS[category],
    cell: ({ categories }) => <Cell hours={categories.find((own) => own.category === category)} />,
  })),
];

/** A table of trainees and categories; below 768 px a list of cards with the same words. */
export function CohortTable({
  rows,
  ticks = null,
  loading = false,
  empty,
}: {
  rows: readonly CohortRow[];
  ticks?: Ticks | null;
  loading?: boolean;
  empty?: ReactNode;
}) {
  return (
    <DataTable
      caption="Stand nach Person und Kategorie"
      columns={columnsOf(ticks)}
      rows={rows}
      rowKey={({ trainee_id }) => trainee_id}
      loading={loading}
      empty={empty}
    />
  );
}

function Cell({ hours }: { hours: CohortRow['categories'][number] | undefined }) {
  if (hours === undefined) {
    return (
      <Text as="span" variant="small" tone="muted">
        nicht verlangt
      </Text>
    );
  }
  const { done_minutes: done, required_units: required, unit_minutes: length, standing } = hours;
  const { text, tone } = STANDING_WORDS[standing];
  return (
    <Stack gap={0.5} align="start">
      <Text as="span" variant="small" numeric sx={{ whiteSpace: 'nowrap' }}>
        {required === null
          ? formatUnitsOf(wholeUnits(done, length), length)
          : `${formatNumber(wholeUnits(done, length))} von ${formatUnitsOf(required, length)}`}
      </Text>
      {required === null ? (
        <Text as="span" variant="caption" tone="muted">
          ohne Vorgabe
        </Text>
      ) : (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          <Chip tone={tone}>
            {formatPercent(Math.min(100, Math.floor((done / (required * length)) * 100)))} · {text}
          </Chip>
        </Box>
      )}
    </Stack>
  );
}
