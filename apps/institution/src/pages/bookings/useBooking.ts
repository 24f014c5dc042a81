import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { bookCourse, confirmBooking, createCourseCheckout, type Course } from '@nemus/data';
import { formatCount } from '@nemus/ui';
import { useNavigate } from 'react-router-dom';
import { reasonOf } from '../../messages/reason';
import { paths } from '../../paths';

/** Pays a booking with credits: all of it or nothing. */
export function useCreditBooking(course: Course) {
  const client = useDataClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { notify, events } = usePorts();
  return useMutation({
    mutationFn: (order: { readonly traineeIds: readonly string[]; readonly startsOn: string }) =>
      bookCourse(client, { courseId: course.id, ...order }),
    onSuccess: ({ id }, { traineeIds }) => {
      events.publish('credits-changed', {});
      events.publish('enrollments-changed', { courseId: course.id });
      for (const key of ['bookings', 'credit-balance', 'transactions']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
      // The booking stands whether or not its mail leaves.
      void confirmBooking(client, id).catch(() => undefined);
      notify({
        kind: 'success',
        title: 'Kurs gebucht',
        description: `${course.title}, ${formatCount(traineeIds.length, 'teilnehmende Person', 'Teilnehmende')}`,
      });
      void navigate(paths.bookings);
    },
    onError: (error) => {
      // Somebody else may have spent the credits, or booked the same people.
      for (const key of ['bookings', 'credit-balance']) void queries.invalidateQueries({ queryKey: [key] });
      notify({ kind: 'error', title: 'Kurs nicht gebucht', description: reasonOf(error) });
    },
  });
}

/**
 * Leads to the payment page in a new tab. The tab opens with the click, because browsers block one that opens after a
 * wait; when it is blocked all the same, `address` is the link to show.
 */
export function useCardBooking(course: Course) {
  const client = useDataClient();
  const { notify } = usePorts();
  const [address, setAddress] = useState<string | null>(null);
  const mutation = useMutation({
    mutationFn: async ({
      traineeIds,
      tab,
    }: {
      readonly traineeIds: readonly string[];
      readonly tab: Window | null;
    }) => {
      try {
        const { url } = await createCourseCheckout(client, course.id, traineeIds);
        if (tab && !tab.closed) tab.location.replace(url);
        setAddress(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: (error) => notify({ kind: 'error', title: 'Kurs-Kauf Fehler', description: reasonOf(error) }),
  });
  const start = (traineeIds: readonly string[]) => {
    const tab = window.open('', '_blank');
    // The payment page must not reach back into the portal.
    if (tab) tab.opener = null;
    mutation.mutate({ traineeIds, tab });
  };
  return { start, starting: mutation.isPending, address };
}
