import { useDeferredValue, type ReactNode } from 'react';
import { useRoles } from '@nemus/area/roles';
import { COMPETENCY_LABELS, TRAINEE_SORTS, type Trainee } from '@nemus/data';
import {
  Box,
  ButtonLink,
  formatDate,
  formatNumber,
  Icon,
  Link as TextLink,
  MISSING,
  ProgressBar,
  Row,
  Chip,
  SampleChip,
  ScreenOnly,
  Stack,
  StatusChip,
  Text,
  useMobile,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link, useLocation } from 'react-router-dom';
import { z } from 'zod';
import { listState } from '../../address/list-state';
import { paths } from '../../paths';
import { accessLabel, fullName, SHORT_COMPETENCIES, STATUS_LABELS } from '../../trainees/trainee-labels';
import type { ColumnKey, TraineeList } from '../../trainees/trainee-address';

/**
 * Rows of the first render: one screen. All fifty would delay the first content two to four times as long; the others
 * follow at once.
 */
const FIRST_ROWS = 15;

const sortSchema = z.enum(TRAINEE_SORTS).catch('name');

/** The trainees of one page, with the columns that were chosen. */
export function TraineeTable({
  trainees,
  list,
  loading,
  empty,
  onChange,
}: {
  trainees: readonly Trainee[];
  list: TraineeList;
  loading: boolean;
  empty: ReactNode;
  onChange: (change: Partial<TraineeList>) => void;
}) {
  const isWhole = useDeferredValue(true, false);
  const { search } = useLocation();
  const state = listState(search);
  const mobile = useMobile();
  const { may } = useRoles();
  const name: Column<Trainee> = {
    key: 'name',
    header: 'Name',
    sortable: true,
    cell: (trainee) => (
      <Stack gap={0} sx={{ minWidth: { md: '13rem' } }}>
        <TextLink component={Link} to={paths.trainee(trainee.id)} state={state}>
          {fullName(trainee)}
        </TextLink>
        {trainee.is_sample && (
          <span>
            <SampleChip />
          </span>
        )}
        {trainee.has_sample_hours && (
          <span>
            <Chip>mit Beispielstunden</Chip>
          </span>
        )}
        <Text as="span" variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere', fontWeight: 400 }}>
          <EmailAddress address={trainee.email} />
        </Text>
      </Stack>
    ),
  };
  const actions: Column<Trainee> = {
    key: 'actions',
    header: 'Aktionen',
    hideHeader: true,
    align: 'end',
    cell: (trainee) => (
      <ScreenOnly>
        <Row gap={0.5} justify="end" wrap={false}>
          <ButtonLink
            component={Link}
            to={paths.trainee(trainee.id)}
            state={state}
            size="small"
            variant="quiet"
            aria-label={`Details: ${fullName(trainee)}`}
          >
            Details
          </ButtonLink>
          {may('booking') && (
            <ButtonLink
              component={Link}
              to={paths.editTrainee(trainee.id)}
              state={state}
              size="small"
              variant="quiet"
              aria-label={`Bearbeiten: ${fullName(trainee)}`}
              title="Bearbeiten"
            >
              {mobile ? 'Bearbeiten' : <Icon name="edit" size={18} />}
            </ButtonLink>
          )}
        </Row>
      </ScreenOnly>
    ),
  };
  return (
    <DataTable
      caption="PiW Ihrer Weiterbildungsstätte"
      columns={[name, ...list.columns.map((key) => COLUMNS[key]), actions]}
      rows={isWhole ? trainees : trainees.slice(0, FIRST_ROWS)}
      rowKey={({ id }) => id}
      sort={{ key: list.sort, direction: list.descending ? 'desc' : 'asc' }}
      onSort={({ key, direction }) => onChange({ sort: sortSchema.parse(key), descending: direction === 'desc' })}
      loading={loading}
      empty={empty}
    />
  );
}

/** An address that is too long for its line breaks before the @, and elsewhere only when that is not enough. */
function EmailAddress({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

const COLUMNS: Readonly<Record<ColumnKey, Column<Trainee>>> = {
  status: {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusChip tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].text}</StatusChip>,
  },
  access: {
    key: 'access',
    header: 'Portalzugang',
    sortable: true,
    cell: (trainee) => (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <StatusChip tone={accessLabel(trainee).tone}>{accessLabel(trainee).text}</StatusChip>
      </Box>
    ),
  },
  registered: {
    key: 'registered',
    header: 'Registriert',
    sortable: true,
    cell: ({ registered_on }) => <span style={{ whiteSpace: 'nowrap' }}>{formatDate(registered_on)}</span>,
  },
  hours: {
    key: 'hours',
    header: 'Stunden',
    sortable: true,
    cell: (trainee) => <Hours trainee={trainee} />,
  },
  competencies: {
    key: 'competencies',
    header: 'Kompetenzen',
    cell: ({ competencies }) =>
      competencies.length === 0 ? (
        MISSING
      ) : (
        <span title={competencies.map((key) => COMPETENCY_LABELS[key]).join(', ')}>
          {competencies.map((key) => SHORT_COMPETENCIES[key]).join(', ')}
        </span>
      ),
  },
  phone: { key: 'phone', header: 'Telefon', cell: ({ phone }) => (phone === '' ? MISSING : phone) },
};

function Hours({ trainee: { completed_hours, total_hours } }: { trainee: Trainee }) {
  const text = `${formatNumber(completed_hours)} / ${formatNumber(total_hours)}`;
  return (
    <Box sx={{ minWidth: '5.25rem', whiteSpace: 'nowrap' }}>
      <Text as="span" variant="small" numeric>
        {text}
      </Text>
      <ProgressBar bare thin label="Stunden" value={completed_hours} max={total_hours} valueText={text} />
    </Box>
  );
}
