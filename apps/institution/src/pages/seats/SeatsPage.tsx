import { useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useTypedValue } from '@nemus/area';
import { SEAT_STATES, seatsQuery, SEATS_PER_PAGE } from '@nemus/data';
import {
  ButtonLink,
  EmptyState,
  formatCount,
  NoResults,
  Page,
  Pagination,
  SearchField,
  Select,
  SkeletonRows,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../paths';
import { SEAT_STATE_OPTIONS } from './seat-words';
import { SeatDialog, type SeatChange } from './SeatDialog';
import { SeatTable } from './SeatTable';

const addressSchema = z.object({
  q: z.string().max(200).catch(''),
  stand: z.enum(SEAT_STATES).nullable().catch(null),
  seite: z.coerce.number().int().min(1).catch(1),
});

/** Every paid place: its holder, progress, and actions. */
export default function SeatsPage() {
  const client = useDataClient();
  const [params, setParams] = useSearchParams();
  const { q, stand, seite } = addressSchema.parse({
    q: params.get('q') ?? '',
    stand: params.get('stand'),
    seite: params.get('seite') ?? 1,
  });
  const change = useCallback(
    (changed: Readonly<Record<string, string | null>>) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [key, value] of Object.entries({ seite: null, ...changed })) {
            if (value === null || value === '') next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const [search, setSearch] = useTypedValue(
    q,
    useCallback((typed: string) => change({ q: typed }), [change]),
  );
  const query = useQuery(seatsQuery(client, { search: q, state: stand, page: seite }));
  const [seatChange, setSeatChange] = useState<SeatChange | null>(null);
  const clear = () => {
    setSearch('');
    change({ q: null, stand: null });
  };
  return (
    <Page
      title="Plätze"
      intro="Alle Plätze, die Sie bezahlt haben: wer sie hat und wie weit. Was niemand begonnen hat, können Sie zurücknehmen oder weitergeben."
      actions={
        <ButtonLink component={Link} to={paths.bookings}>
          Kursbuchungen
        </ButtonLink>
      }
    >
      <Stack gap={2}>
        <SearchField label="Plätze suchen" placeholder="Name oder Kurs" value={search} onChange={setSearch} />
        <Select
          label="Stand"
          placeholder="Alle"
          options={SEAT_STATE_OPTIONS}
          value={stand ?? ''}
          onChange={(event) => change({ stand: event.target.value })}
        />
        <QueryPart query={query} title="Ihre Plätze" loading={<SkeletonRows count={5} />}>
          {({ seats, total, counts }) =>
            total === 0 ? (
              q !== '' || stand !== null ? (
                <NoResults title="Keine Plätze gefunden" onClear={clear} />
              ) : (
                <NoSeats />
              )
            ) : (
              <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
                <Text variant="small" tone="muted" role="status" numeric>
                  {formatCount(total, 'Eintrag', 'Einträge')}
                  {(counts.free ?? 0) > 0 ? `, ${formatCount(counts.free ?? 0, 'Platz ist', 'Plätze sind')} frei` : ''}
                </Text>
                <SeatTable seats={seats} onChange={setSeatChange} />
                <Pagination
                  page={seite}
                  pageSize={SEATS_PER_PAGE}
                  total={total}
                  onChange={(next) => change({ seite: String(next) })}
                  label="Seiten der Liste"
                />
              </Stack>
            )
          }
        </QueryPart>
      </Stack>
      {seatChange !== null && <SeatDialog change={seatChange} onClose={() => setSeatChange(null)} />}
    </Page>
  );
}

function NoSeats() {
  return (
    <EmptyState
      icon="bookings"
      title="Noch keine Plätze"
      action={
        <ButtonLink component={Link} to={paths.bookCourse} variant="primary" icon="add">
          Kurs buchen
        </ButtonLink>
      }
    >
      Sobald Sie einen Kurs für Ihre PiW buchen, steht hier, wer welchen Platz hat.
    </EmptyState>
  );
}
