import type { Booking } from '@nemus/data';
import {
  Button,
  DefinitionList,
  Dialog,
  formatDate,
  Link as TextLink,
  ProgressBar,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useDialogAddress } from '@nemus/area';
import { BOOKING_LABELS } from '../../bookings/booking-labels';
import { paths } from '../../paths';
import { bookingFacts } from './BookingList';

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
  const status = BOOKING_LABELS[booking.status];
  const people = booking.places.toSorted((one, other) =>
    one.trainee.last_name.localeCompare(other.trainee.last_name, 'de'),
  );
  return (
    <Dialog open onClose={close} title={booking.course_name} actions={<Button onClick={close}>Schließen</Button>}>
      <Stack gap={2.5}>
        <DefinitionList
          dense
          items={[
            { term: 'Status', value: <StatusChip tone={status.tone}>{status.text}</StatusChip> },
            ...bookingFacts(booking),
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
                {enrollment === null ? (
                  <Text variant="caption" tone="muted">
                    Noch kein Portalkonto: Der Kurs wird freigeschaltet, sobald die Person verbunden ist.
                  </Text>
                ) : (
                  <ProgressBar thin label="Fortschritt" value={enrollment.progress_percentage} />
                )}
              </Stack>
            ))}
          </Stack>
        </Stack>
      </Stack>
    </Dialog>
  );
}
