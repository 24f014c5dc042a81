import type { ReactNode } from 'react';
import { COMPETENCY_LABELS, type ListedSeminar } from '@nemus/data';
import {
  Checkbox,
  formatEuro,
  formatNumber,
  formatUnits,
  Link as TextLink,
  Stack,
  StatusChip,
  Text,
  VisuallyHidden,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { cataloguePaths } from './paths';
import { STATE_LABELS } from './seminar-labels';
import type { SeminarSelectionState } from './useSeminarSelection';

const COLUMNS: readonly Column<ListedSeminar>[] = [
  {
    key: 'title',
    header: 'Seminar',
    cell: ({ id, title, competency, difficulty, is_premium }) => (
      <Stack gap={0}>
        <TextLink component={Link} to={cataloguePaths.seminar(id)} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </TextLink>
        <Text as="span" variant="caption" tone="muted" sx={{ fontWeight: 400 }}>
          {[COMPETENCY_LABELS[competency], difficulty, is_premium ? 'Premium' : ''].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'state',
    header: 'Stand',
    cell: ({ state, zfu_status }) => (
      <Stack gap={0.5} align="start">
        <StatusChip tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].text}</StatusChip>
        {state === 'published' && zfu_status === null && (
          <Text as="span" variant="caption" tone="muted">
            ZFU-Angabe fehlt
          </Text>
        )}
      </Stack>
    ),
  },
  { key: 'units', header: 'Umfang', align: 'end', cell: ({ duration_hours }) => formatUnits(duration_hours) },
  {
    key: 'price',
    header: 'Preis',
    align: 'end',
    cell: ({ price_euros, credit_cost }) => (
      <Stack gap={0}>
        <span style={{ whiteSpace: 'nowrap' }}>{formatEuro(price_euros)}</span>
        <Text as="span" variant="caption" tone="muted">
          {formatNumber(credit_cost)} Credits
        </Text>
      </Stack>
    ),
  },
  { key: 'enrolled', header: 'Teilnehmende', align: 'end', cell: ({ enrolled }) => formatNumber(enrolled) },
];

const tickColumn = ({ ids, tick }: SeminarSelectionState): Column<ListedSeminar> => ({
  key: 'selected',
  header: 'Auswahl',
  width: '3rem',
  hideHeader: true,
  cell: (seminar) => (
    <Checkbox
      label={<VisuallyHidden>{`${seminar.title} auswählen`}</VisuallyHidden>}
      checked={ids.has(seminar.id)}
      onChange={({ target }) => tick([seminar], target.checked)}
    />
  ),
});

/** The seminars of one page of the list. */
export function SeminarTable({
  seminars,
  selection,
  loading,
  empty,
}: {
  seminars: readonly ListedSeminar[];
  selection?: SeminarSelectionState;
  loading: boolean;
  empty: ReactNode;
}) {
  return (
    <DataTable
      caption="Seminare"
      columns={selection === undefined ? COLUMNS : [tickColumn(selection), ...COLUMNS]}
      rows={seminars}
      rowKey={({ id }) => id}
      loading={loading}
      empty={empty}
    />
  );
}
