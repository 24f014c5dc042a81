import { useCallback, useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePorts } from '@nemus/contract/react';
import { askForDates, chooseBeforeBuying, courseOfferQuery, seminarDatesQuery, type CatalogueDate } from '@nemus/data';
import { reasonOf } from '../actions/reason';
import { useAction } from '../actions/useAction';
import { useDataClient } from '../reads/data-client';

const NONE: readonly CatalogueDate[] = [];

/** Whether a course can be bought, and whether the account asked for its dates. Until known, it can. */
export function useDatesToFollow(courseId: string): { readonly isBuyable: boolean; readonly isAsked: boolean } {
  const { data } = useQuery(courseOfferQuery(useDataClient(), courseId));
  return { isBuyable: data?.is_buyable ?? true, isAsked: data?.is_asked ?? false };
}

const choiceScope = (courseId: string) => `date before buying ${courseId}`;

/** Whether a choice of a date is being saved: a purchase would still have the earlier one. */
export function useIsSavingDate(courseId: string): boolean {
  const queries = useQueryClient();
  return useSyncExternalStore(
    useCallback((changed: () => void) => queries.getMutationCache().subscribe(changed), [queries]),
    () => queries.isMutating({ predicate: ({ options }) => options.scope?.id === choiceScope(courseId) }) > 0,
  );
}

/** The dates of a course, the one for the account's next purchase, and how to change it; chosen once it is saved. */
export function useDateBeforeBuying(courseId: string) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { data } = useQuery(courseOfferQuery(client, courseId));
  const choose = useAction({
    mutationFn: (dateId: string | null) => chooseBeforeBuying(client, courseId, dateId),
    // Arrow keys choose several dates in a row: each is saved, one after the other, and the last one counts.
    sameBy: () => crypto.randomUUID(),
    scope: { id: choiceScope(courseId) },
    onError: (error) => notify({ kind: 'error', title: 'Termin nicht gewählt', description: reasonOf(error) }),
    // A refusal too: the date may be gone.
    onSettled: () => queries.invalidateQueries({ queryKey: courseOfferQuery(client, courseId).queryKey }),
  });
  return { dates: data?.dates ?? NONE, chosenId: data?.chosen ?? null, choose };
}

/** Asks for dates of a course, or takes that back. */
export function useAskForDates(courseId: string) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  return useAction({
    mutationFn: (asks: boolean) => askForDates(client, courseId, asks),
    onSuccess: (_answer, asks) =>
      notify({
        kind: 'success',
        title: asks ? 'Wir benachrichtigen Sie' : 'Benachrichtigung beendet',
        description: asks
          ? 'Sobald ein Termin feststeht, erfahren Sie es.'
          : 'Über Termine dieses Kurses erfahren Sie von uns nichts mehr.',
      }),
    onError: (error) => notify({ kind: 'error', title: 'Nicht gespeichert', description: reasonOf(error) }),
    // A refusal too: the course may have dates by now.
    onSettled: () =>
      Promise.all(
        [['courses'], seminarDatesQuery(client, courseId).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
