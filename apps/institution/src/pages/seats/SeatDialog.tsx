import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import {
  assignSeat,
  bookedTraineeIdsQuery,
  cancelPlaces,
  freeSeat,
  traineePageQuery,
  transferSeat,
  type Seat,
} from '@nemus/data';
import { Alert, Button, Dialog, RadioGroup, SearchField, SkeletonRows, Stack, Text } from '@nemus/ui';
import { fullName } from '../../trainees/trainee-labels';
import { holderOf } from './seat-words';
import { useSeatChange } from './useSeatChange';

/** The action on a place. */
export interface SeatChange {
  readonly kind: 'give' | 'take';
  readonly seat: Seat;
}

/** How many people are offered at once; the search finds the others. */
const OFFERED = 20;

/** Transfers or cancels a place, after explaining the consequences. */
export function SeatDialog({ change: { kind, seat }, onClose }: { change: SeatChange; onClose: () => void }) {
  return kind === 'give' ? <GiveDialog seat={seat} onClose={onClose} /> : <TakeDialog seat={seat} onClose={onClose} />;
}

function GiveDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const client = useDataClient();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const selection = {
    search,
    status: 'active',
    access: null,
    competency: null,
    sort: 'name',
    descending: false,
  } as const;
  const people = useQuery(traineePageQuery(client, selection, 1, OFFERED));
  const booked = useQuery(bookedTraineeIdsQuery(client, seat.course_id));
  const { trainee_id: holder } = seat;
  const bookingId = seat.booking_id ?? '';
  const { save, isPending, problem } = useSeatChange(
    seat,
    async () => {
      if (holder === null) await assignSeat(client, bookingId, chosen);
      else await transferSeat(client, bookingId, { from: holder, to: chosen });
      return holder === null ? 'Platz zugeordnet' : 'Platz übertragen';
    },
    onClose,
  );
  const free = (people.data?.trainees ?? []).filter(({ id }) => booked.data !== undefined && !booked.data.has(id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={holder === null ? 'Platz zuordnen' : 'Platz übertragen'}
      description={holder === null ? seat.course_name : `${seat.course_name}, bisher ${holderOf(seat)}`}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="primary" loading={isPending} disabled={!free.some(({ id }) => id === chosen)} onClick={save}>
            {holder === null ? 'Zuordnen' : 'Übertragen'}
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        {holder !== null && (
          <Text variant="small">
            {holderOf(seat)} verliert den Zugang zum Kurs sofort. Beide erhalten eine Nachricht. Es kostet nichts.
          </Text>
        )}
        <SearchField label="PiW suchen" placeholder="Name oder E-Mail" value={search} onChange={setSearch} />
        <QueryPart query={people} title="Ihre aktiven PiW" loading={<SkeletonRows count={4} />}>
          {() =>
            free.length === 0 ? (
              <Text tone="muted">Niemand gefunden, der diesen Kurs noch nicht hat.</Text>
            ) : (
              <RadioGroup
                label="An wen?"
                options={free.map((trainee) => ({ value: trainee.id, label: fullName(trainee) }))}
                value={chosen}
                onValueChange={setChosen}
              />
            )
          }
        </QueryPart>
      </Stack>
    </Dialog>
  );
}

function TakeDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const client = useDataClient();
  const [bookingId, traineeId] = [seat.booking_id ?? '', seat.trainee_id ?? ''];
  const isPaidBack = seat.back === 'payment';
  const { save, isPending, problem } = useSeatChange(
    seat,
    async () => {
      if (!isPaidBack) await freeSeat(client, bookingId, traineeId);
      else await cancelPlaces(client, bookingId, [traineeId]);
      return isPaidBack ? 'Platz storniert' : 'Platz ist frei';
    },
    onClose,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Platz zurücknehmen"
      description={`${seat.course_name}, ${holderOf(seat)}`}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="danger" loading={isPending} onClick={save}>
            Zurücknehmen
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        <Text variant="small">
          {holderOf(seat)} verliert den Zugang zum Kurs sofort und erhält eine Nachricht.{' '}
          {isPaidBack
            ? 'Was der Platz gekostet hat, kommt zurück: als Credits, oder auf dem Weg Ihrer Zahlung.'
            : 'Die Frist zum Stornieren ist vorbei: Credits kommen nicht zurück. Der Platz bleibt Ihnen und lässt sich jemand anderem zuordnen, bis der Kurs vorbei ist.'}
        </Text>
      </Stack>
    </Dialog>
  );
}
