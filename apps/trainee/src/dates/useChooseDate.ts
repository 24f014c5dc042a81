import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { appointmentsQuery, bookedSeminarsQuery, chooseDate, seminarDatesQuery, type SeminarDate } from '@nemus/data';
import { formatPeriod } from '../appointments/parts';
import { reasonOf } from '../appointments/change-failure';

/** Chooses a date. Shown as done only after the database's confirmation; all data about dates is then refetched. */
export function useChooseDate() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { userId } = useSession();
  return useAction({
    sameBy: ({ id }: SeminarDate) => id,
    mutationFn: ({ id }: SeminarDate) => chooseDate(client, id),
    onSuccess: ({ status, waitlist_position }, date) =>
      notify(
        status === 'confirmed'
          ? { kind: 'success', title: 'Termin gewählt', description: `Sie haben einen Platz am ${formatPeriod(date)}.` }
          : {
              kind: 'success',
              title: 'Auf der Warteliste',
              description: `Sie sind an Platz ${waitlist_position ?? 1}. Wird bis zur Frist ein Platz frei, rücken Sie nach; danach bieten wir ihn Ihnen an.`,
            },
      ),
    onError: (error) => notify({ kind: 'error', title: 'Termin nicht gewählt', description: reasonOf(error) }),
    onSettled: (_answer, _error, { course_id }) =>
      Promise.all(
        [
          appointmentsQuery(client, userId).queryKey,
          bookedSeminarsQuery(client, userId).queryKey,
          seminarDatesQuery(client, course_id).queryKey,
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
