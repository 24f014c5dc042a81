import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { ACCOUNT_KINDS, staffAccountsQuery, type StaffAccountRow } from '@nemus/data';
import {
  Box,
  ButtonLink,
  Chip,
  EmptyState,
  formatDate,
  Link as TextLink,
  MISSING,
  NoResults,
  Row,
  SearchField,
  Select,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { PreviousNext } from '../../address/PreviousNext';
import { useAddressValues } from '../../address/useAddressValues';
import { useTypedSearch } from '../../address/useTypedSearch';
import { paths } from '../../paths';
import { ACCOUNT_KIND_LABELS, ROLES, TYPE } from './people-labels';

const KIND_OPTIONS = ACCOUNT_KINDS.map((value) => ({ value, label: ACCOUNT_KIND_LABELS[value] }));
const kindOf = z.enum(ACCOUNT_KINDS).nullable().catch(null);

const COLUMNS: readonly Column<StaffAccountRow>[] = [
  {
    key: 'name',
    header: 'Konto',
    cell: ({ user_id: id, name, email }) => (
      <Stack gap={0}>
        <TextLink component={Link} to={paths.person(id)}>
          {name || email || MISSING}
        </TextLink>
        <Text variant="caption" tone="muted">
          {email}
        </Text>
      </Stack>
    ),
  },
  { key: 'type', header: 'Art', cell: ({ user_type: type }) => TYPE[type] },
  { key: 'registered', header: 'Registriert', cell: ({ registered_at: at }) => formatDate(at) },
  {
    key: 'state',
    header: 'Stand',
    cell: ({ is_blocked: blocked, roles }) =>
      !blocked && roles.length === 0 ? (
        MISSING
      ) : (
        <Row gap={0.5}>
          {blocked && <StatusChip tone="error">Gesperrt</StatusChip>}
          {roles.map((role) => (
            <Chip key={role}>{ROLES[role].label}</Chip>
          ))}
        </Row>
      ),
  },
];

/** Every account: to find by name or address. */
export default function PeoplePage() {
  const client = useDataClient();
  const { params, page, change } = useAddressValues();
  const { search, typed, setTyped } = useTypedSearch({ params, change });
  const kind = kindOf.parse(params.get('kind'));
  const query = useQuery(staffAccountsQuery(client, { search, kind, page }));
  const table = (rows: readonly StaffAccountRow[], loading: boolean) => (
    <DataTable
      caption="Konten"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ user_id: id }) => id}
      loading={loading}
      empty={
        search === '' && kind === null ? (
          <EmptyState icon="trainees" title="Keine Konten">
            Wer sich registriert, steht hier.
          </EmptyState>
        ) : (
          <NoResults title="Kein Konto gefunden" onClear={() => change({ search: '', kind: '' })} />
        )
      }
    />
  );
  return (
    <AcademyPage
      width="wide"
      title="Personen"
      intro="Konten finden, sperren und freigeben; Rollen im Team der Akademie."
      actions={
        <>
          <ButtonLink component={Link} to={paths.support}>
            Anfragen beantworten
          </ButtonLink>
          <ButtonLink component={Link} to={paths.names}>
            Namen prüfen
          </ButtonLink>
          <ButtonLink component={Link} to={paths.institutions}>
            Weiterbildungsstätten freigeben
          </ButtonLink>
        </>
      }
    >
      <Stack gap={2}>
        <Box component="search" sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
          <SearchField
            label="Konten suchen"
            placeholder="Name oder E-Mail, ab drei Zeichen"
            value={typed}
            maxLength={200}
            onChange={setTyped}
          />
          <Select
            label="Konten"
            hideLabel
            placeholder="Alle Konten"
            options={KIND_OPTIONS}
            value={kind ?? ''}
            onChange={({ target }) => change({ kind: target.value })}
          />
        </Box>
        <QueryPart query={query} title="Konten" loading={table([], true)}>
          {({ rows, has_more: hasMore }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              {table(rows, false)}
              <PreviousNext page={page} hasMore={hasMore} onChange={(next) => change({ page: String(next) })} />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </AcademyPage>
  );
}
