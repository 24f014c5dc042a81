import { useQuery } from '@tanstack/react-query';
import { germanOrder } from '@nemus/contract';
import { QueryPart, useDataClient, useDialogAddress } from '@nemus/area';
import { bookedPlacesQuery, bookingTermsQuery, type BookedPlace, type Booking, type BookingTerms } from '@nemus/data';
import {
  Button,
  DefinitionList,
  Dialog,
  formatCount,
  formatDate,
  formatNumber,
  Link as TextLink,
  ProgressBar,
  Row,
  SampleChip,
  SkeletonText,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { BOOKING_LABELS } from '../../bookings/booking-labels';
import { dateWords } from '../../bookings/date-words';
import { paths } from '../../paths';
import { BAR_WORDS } from '../../bookings/BookingRules';
import { BookingChanges, CancelPlaces } from './BookingChanges';
import { bookingFacts } from './BookingList';

/** One booking with its participants, above the list, with its own address. */
export function BookingDetails({ bookings }: { bookings: readonly Booking[] }) {
  const { openedId, close } = useDialogAddress('buchung');
  if (openedId === null) return null;
  const booking = bookings.find(({ id }) => id === openedId);
  if (!booking) {
    return (
      <Dialog
        open
        onClose={close}
        size="small"
        title="Buchung nicht gefunden"
        actions={<Button onClick={close}>Schließen</Button>}
      >
        <Text variant="small">
          Der Link ist veraltet, oder die Buchung gehört zu einer anderen Weiterbildungsstätte.
        </Text>
      </Dialog>
    );
  }
  return <Details booking={booking} onClose={close} />;
}

function Details({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const terms = useQuery(bookingTermsQuery(useDataClient(), booking.id));
  const places = useQuery(bookedPlacesQuery(useDataClient(), booking.id));
  const placeOf = new Map(places.data?.map((place) => [place.trainee_id, place]));
  const status = BOOKING_LABELS[booking.status];
  const people = booking.places.toSorted(
    ({ trainee: a }, { trainee: b }) =>
      germanOrder(a.last_name, b.last_name) || germanOrder(a.first_name, b.first_name),
  );
  return (
    <Dialog open onClose={onClose} title={booking.course_name} actions={<Button onClick={onClose}>Schließen</Button>}>
      <Stack gap={2.5}>
        <DefinitionList
          dense
          items={[
            {
              term: 'Status',
              value: (
                <Row gap={0.75}>
                  <StatusChip tone={status.tone}>{status.text}</StatusChip>
                  {booking.origin === 'sample' && <SampleChip />}
                </Row>
              ),
            },
            ...bookingFacts(booking),
            ...(booking.has_dates && places.data ? [{ term: 'Gewählt', value: chosenOf(places.data, booking) }] : []),
            { term: 'Gebucht am', value: formatDate(booking.created_at) },
          ]}
        />
        <ProgressBar label="Abschluss aller Teilnehmenden" value={booking.completion_rate} />
        <Stack gap={1}>
          <Text as="h3" variant="subheading">
            Teilnehmende
          </Text>
          <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0 }}>
            {people.map(({ trainee }) => (
              <Stack as="li" key={trainee.id} gap={0.25}>
                <TextLink component={Link} to={paths.trainee(trainee.id)}>
                  {trainee.first_name} {trainee.last_name}
                </TextLink>
                {trainee.user_id === null && (
                  <Text variant="caption" tone="muted">
                    Noch kein Portalkonto: Der Kurs wird freigeschaltet, sobald die Person verbunden ist.
                  </Text>
                )}
                <Standing place={placeOf.get(trainee.id)} hasDates={booking.has_dates} />
                <Place booking={booking} trainee={trainee} terms={terms.data ?? null} />
              </Stack>
            ))}
          </Stack>
        </Stack>
        {places.isError && (
          <QueryPart query={places} title="Fortschritt der Teilnehmenden" loading={<SkeletonText lines={1} />}>
            {() => null}
          </QueryPart>
        )}
        <QueryPart query={terms} title="Regeln für Änderungen" loading={<SkeletonText lines={3} />}>
          {(known) => known && <BookingChanges key={booking.start_date} booking={booking} terms={known} />}
        </QueryPart>
      </Stack>
    </Dialog>
  );
}

/** A person's chosen date and progress; nothing without a link. */
function Standing({ place, hasDates }: { place: BookedPlace | undefined; hasDates: boolean }) {
  if (!place) return null;
  return (
    <>
      {hasDates && (
        <Text variant="caption" numeric>
          {dateWords(place.date)}
        </Text>
      )}
      <ProgressBar thin label="Fortschritt" value={place.progress_percentage} />
    </>
  );
}

/** Cancels one person's place, or says why that is impossible. */
function Place({
  booking,
  trainee,
  terms,
}: {
  booking: Booking;
  trainee: Booking['places'][number]['trainee'];
  /** Null while it is not known. */
  terms: BookingTerms | null;
}) {
  const place = terms?.places.find(({ trainee_id }) => trainee_id === trainee.id);
  if (!terms || !place || terms.bar !== null) return null;
  if (place.bar !== null) {
    return (
      <Text variant="caption" tone="muted">
        {BAR_WORDS[place.bar]}
      </Text>
    );
  }
  return (
    <>
      {place.change_until !== null && (
        <Text variant="caption" tone="muted">
          Kostenfrei stornierbar bis einschließlich {formatDate(place.change_until)}
        </Text>
      )}
      {/* The only place is cancelled with its booking. */}
      {terms.places.length > 1 && (
        <CancelPlaces
          booking={booking}
          traineeIds={[trainee.id]}
          label="Platz stornieren"
          name={`${trainee.first_name} ${trainee.last_name}`}
        />
      )}
    </>
  );
}

function chosenOf(places: readonly BookedPlace[], booking: Booking): string {
  const chosen = places.filter(({ date }) => date?.status === 'confirmed').length;
  return `${formatNumber(chosen)} von ${formatCount(booking.places.length, 'Person hat', 'Personen haben')} einen Termin`;
}
