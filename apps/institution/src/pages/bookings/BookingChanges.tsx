import { useState } from 'react';
import { endSentence, type Booking, type BookingTerms } from '@nemus/data';
import { Button, ConfirmDialog, formatDate, isDay, Row, Stack, Text } from '@nemus/ui';
import { BAR_WORDS, RulesText } from '../../bookings/BookingRules';
import { firstDays } from '../../bookings/first-days';
import { useBookingChanges } from '../../bookings/useBookingChanges';
import { FirstDayField } from './FirstDayField';

/** Moves a booking or cancels all cancellable places, by the rules above. */
export function BookingChanges({ booking, terms }: { booking: Booking; terms: BookingTerms }) {
  const { bar, places } = terms;
  const free = places.filter((place) => place.bar === null).map(({ trainee_id }) => trainee_id);
  return (
    <Stack gap={1.5} as="section" aria-label="Ändern und stornieren">
      <Text as="h3" variant="subheading">
        Ändern und stornieren
      </Text>
      {bar === 'booking_over' || bar === 'booking_is_sample' ? (
        <Text variant="small" tone="muted">
          {BAR_WORDS[bar]}
        </Text>
      ) : (
        <RulesText rules={terms} />
      )}
      {bar === null && (
        <>
          {/* Each person chooses a date: there is no start to move. */}
          {!booking.has_dates && <MoveBooking booking={booking} />}
          {free.length > 0 && (
            <CancelPlaces
              booking={booking}
              traineeIds={free}
              label={free.length === places.length ? 'Buchung stornieren' : 'Alle übrigen Plätze stornieren'}
            />
          )}
        </>
      )}
    </Stack>
  );
}

function MoveBooking({ booking }: { booking: Booking }) {
  const [startsOn, setStartsOn] = useState(booking.start_date);
  const { move } = useBookingChanges(booking);
  const [now] = useState(() => new Date());
  const { first, last } = firstDays(now);
  const fits = isDay(startsOn) && startsOn >= first && startsOn <= last;
  return (
    <Row align="end" gap={1.5}>
      <FirstDayField first={first} last={last} value={startsOn} fits={fits} onChange={setStartsOn} />
      <Button
        disabled={!fits || startsOn === booking.start_date}
        loading={move.isPending}
        onClick={() => move.mutate(startsOn)}
      >
        Beginn verschieben
      </Button>
    </Row>
  );
}

/** Cancels places after a confirmation that explains the consequences. */
export function CancelPlaces({
  booking,
  traineeIds,
  label,
  name,
}: {
  booking: Booking;
  traineeIds: readonly string[];
  label: string;
  /** Whose place it is, where it is one person's. */
  name?: string;
}) {
  const [asking, setAsking] = useState(false);
  const { cancel } = useBookingChanges(booking);
  const end = () => setAsking(false);
  return (
    <Row>
      <Button
        variant="quiet"
        size="small"
        aria-label={name === undefined ? label : `${label}: ${name}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={name === undefined ? 'Buchung stornieren?' : 'Platz stornieren?'}
        confirmLabel={name === undefined ? 'Stornieren' : 'Platz stornieren'}
        cancelLabel="Nicht stornieren"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate(traineeIds, { onSettled: end })}
        onCancel={end}
      >
        {endSentence(
          `„${booking.course_name}“${booking.has_dates ? '' : ` ab ${formatDate(booking.start_date)}`}${name === undefined ? '' : ` für ${name}`}`,
        )}{' '}
        Der Zugang zum Kurs endet sofort. Das lässt sich nicht rückgängig machen; der Kurs kann aber neu gebucht werden.
      </ConfirmDialog>
    </Row>
  );
}
