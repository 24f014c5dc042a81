import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useDialogAddress } from '@nemus/area';
import { bookingDatesQuery, bookingTermsQuery, type Booking, type BookingTerms, type ChosenDate } from '@nemus/data';
import {
  Button,
  DefinitionList,
  Dialog,
  formatDate,
  formatNumber,
  formatTime,
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
import { paths } from '../../paths';
import { BAR_WORDS } from '../../bookings/BookingRules';
import { BookingChanges, CancelPlaces } from './BookingChanges';
import { bookingFacts } from './BookingList';

const NO_DATES: ReadonlyMap<string, ChosenDate | null> = new Map();

/** One booking with its participants, above the list; it has an address of its own. */
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
  const dates = useQuery(bookingDatesQuery(useDataClient(), booking.id)).data ?? NO_DATES;
  const status = BOOKING_LABELS[booking.status];
  const people = booking.places.toSorted((one, other) =>
    one.trainee.last_name.localeCompare(other.trainee.last_name, 'de'),
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
            // Of a seminar with dates the days of the booking say nothing.
            ...bookingFacts(booking).filter(({ term }) => dates.size === 0 || term !== 'Zeitraum'),
            ...(dates.size === 0 ? [] : [{ term: 'Termine', value: chosenOf(dates) }]),
            { term: 'Gebucht am', value: formatDate(booking.created_at) },
          ]}
        />
        <ProgressBar label="Abschluss aller Teilnehmenden" value={booking.completion_rate} />
        <Stack gap={1}>
          <Text as="h3" variant="subheading">
            Teilnehmende
          </Text>
          <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0 }}>
            {people.map(({ trainee, enrollment }) => (
              <Stack as="li" key={trainee.id} gap={0.25}>
                <TextLink component={Link} to={paths.trainee(trainee.id)}>
                  {trainee.first_name} {trainee.last_name}
                </TextLink>
                {trainee.user_id === null && (
                  <Text variant="caption" tone="muted">
                    Noch kein Portalkonto: Der Kurs wird freigeschaltet, sobald die Person verbunden ist.
                  </Text>
                )}
                {trainee.user_id !== null && dates.has(trainee.id) && (
                  <Text variant="caption" numeric>
                    {dateWords(dates.get(trainee.id) ?? null)}
                  </Text>
                )}
                {enrollment !== null && <ProgressBar thin label="Fortschritt" value={enrollment.progress_percentage} />}
                <Place booking={booking} trainee={trainee} terms={terms.data ?? null} />
              </Stack>
            ))}
          </Stack>
        </Stack>
        <QueryPart query={terms} title="Regeln für Änderungen" loading={<SkeletonText lines={3} />}>
          {(known) =>
            known && (
              <BookingChanges key={booking.start_date} booking={booking} terms={known} movable={dates.size === 0} />
            )
          }
        </QueryPart>
      </Stack>
    </Dialog>
  );
}

/** Cancels one person's place, or says what stands against it. */
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
  // The only place is cancelled with its booking.
  if (terms.places.length === 1) return null;
  return (
    <CancelPlaces
      booking={booking}
      traineeIds={[trainee.id]}
      label="Platz stornieren"
      name={`${trainee.first_name} ${trainee.last_name}`}
    />
  );
}

function chosenOf(dates: ReadonlyMap<string, ChosenDate | null>): string {
  const chosen = [...dates.values()].filter((date) => date?.status === 'confirmed').length;
  return `${formatNumber(chosen)} von ${formatNumber(dates.size)} Personen haben einen Termin`;
}

/** Which date somebody has chosen, and whether the person was there. */
function dateWords(date: ChosenDate | null): string {
  if (date === null) return 'Noch kein Termin gewählt';
  const when = `${formatDate(date.starts_at)}, ${formatTime(date.starts_at)} Uhr`;
  if (date.status === 'waitlist') return `Warteliste für den ${when}, Platz ${date.waitlist_position ?? 1}`;
  const attended = {
    present: ', teilgenommen',
    partial: ', teilweise teilgenommen',
    absent: ', nicht teilgenommen',
  } as const;
  return `Termin: ${when}${date.attendance === null ? '' : attended[date.attendance]}`;
}
