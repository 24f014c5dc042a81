import { useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { bookCourse, boughtText, confirmPurchases, enrollWithCredits } from '@nemus/data';
import { formatCount } from '@nemus/ui';
import { ERROR_TITLES, messageOf, publishBought } from '../checkout/purchase';
import type { CourseBooking, Places } from './booking';

/** Pays with credits, once per click: the account's own place, or all places of a booking or none. */
export function useCreditPurchase({
  courseId,
  courseTitle,
  places: { booking, credits },
  onEnd,
}: {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly places: Places;
  readonly onEnd: () => void;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const { events, notify } = usePorts();
  const purchase = useAction({
    mutationFn: async (places: CourseBooking | null) => {
      const booked = places && (await bookCourse(client, { courseId, ...places, shownCredits: credits }));
      if (!booked) await enrollWithCredits(client, userId, courseId, credits);
      // The purchase is done, whether or not its mails leave.
      void confirmPurchases(client, booked?.id).catch(() => undefined);
    },
    onSuccess: (_, places) => {
      const people = places && formatCount(places.traineeIds.length, 'teilnehmende Person', 'Teilnehmende');
      const description = people ? `${courseTitle}, ${people}` : boughtText('course', null);
      notify({ kind: 'success', title: 'Kurs gekauft', description });
    },
    onError: (error) => notify({ kind: 'error', title: ERROR_TITLES.course, description: messageOf(error) }),
    onSettled: (_, error, places) => {
      onEnd();
      // Also after a refusal: the shown data may be outdated.
      events.publish('credits-changed', {});
      if (error || !places) events.publish('enrollments-changed', { courseId });
      else publishBought(events, 'course', { courseId, booking: places });
    },
  });
  return { pending: purchase.isPending, buy: () => purchase.mutate(booking) };
}
