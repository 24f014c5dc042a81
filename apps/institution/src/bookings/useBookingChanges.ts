import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { cancelPlaces, moveBooking, type Booking, type BookingChange } from '@nemus/data';
import { formatCents, formatCount, formatDate } from '@nemus/ui';

/** Moves a booking and cancels its places. The result is known before it is shown; other areas are notified. */
export function useBookingChanges(booking: Booking) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { events, notify } = usePorts();
  const changed = () => {
    // Also after a failure: the shown data may be outdated.
    void queries.invalidateQueries({ queryKey: ['bookings'] });
    // Cancelled places are free again.
    void queries.invalidateQueries({ queryKey: ['courses'] });
    // The course may have been deleted since; the refund is reported below.
    if (booking.course_id !== null) {
      events.publish('bookings-changed', { courseId: booking.course_id, traineeIds: [] });
    }
    events.publish('credits-changed', {});
  };
  const failed = (title: string) => (error: unknown) => notify({ kind: 'error', title, description: reasonOf(error) });

  const move = useAction({
    mutationFn: (startsOn: string) => moveBooking(client, booking.id, startsOn),
    onSuccess: (_: void, startsOn: string) =>
      notify({
        kind: 'success',
        title: 'Buchung verschoben',
        description: `Der Kurs beginnt am ${formatDate(startsOn)}. Die Teilnehmenden erhalten eine Nachricht.`,
      }),
    onError: failed('Buchung nicht verschoben'),
    onSettled: changed,
  });
  const cancel = useAction({
    mutationFn: (traineeIds: readonly string[]) => cancelPlaces(client, booking.id, traineeIds),
    onSuccess: (change: BookingChange) =>
      notify({
        kind: 'success',
        title: `${formatCount(change.places, 'Platz', 'Plätze')} storniert`,
        description: returned(change),
      }),
    onError: failed('Nicht storniert'),
    onSettled: changed,
  });
  return { move, cancel };
}

/** The refund, in words. */
function returned({ credits_returned: credits, refund_cents: cents }: BookingChange): string {
  if (credits > 0) return `${formatCount(credits, 'Credit ist', 'Credits sind')} wieder verfügbar.`;
  return cents > 0
    ? `${formatCents(cents)} gehen auf dem Weg Ihrer Zahlung zurück.`
    : 'Die Teilnehmenden erhalten eine Nachricht.';
}
