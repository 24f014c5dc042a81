import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePorts } from '@nemus/contract/react';
import {
  askForDates,
  catalogueDatesQuery,
  chooseBeforeBuying,
  seminarDatesQuery,
  type CatalogueDate,
} from '@nemus/data';
import { reasonOf } from '../actions/reason';
import { useAction } from '../actions/useAction';
import { useDataClient } from '../reads/data-client';

const NONE: readonly CatalogueDate[] = [];

/** The open dates of the catalogue. Without them the catalogue can still be read: then there are none. */
export function useCatalogueDates() {
  const { data } = useQuery(catalogueDatesQuery(useDataClient()));
  return useMemo(() => {
    const byCourse = new Map<string, CatalogueDate[]>();
    for (const date of data?.dates ?? NONE) {
      const own = byCourse.get(date.course_id);
      if (own) own.push(date);
      else byCourse.set(date.course_id, [date]);
    }
    return { isKnown: data !== undefined, all: data?.dates ?? NONE, of: (id: string) => byCourse.get(id) ?? NONE };
  }, [data]);
}
export type CatalogueDatesView = ReturnType<typeof useCatalogueDates>;

/** Whether a course can be bought, and whether the account asked for its dates. Until known, it can. */
export function useDatesToFollow(courseId: string): { readonly isBuyable: boolean; readonly isAsked: boolean } {
  const { data } = useQuery(catalogueDatesQuery(useDataClient()));
  const row = data?.to_follow.find(({ course_id }) => course_id === courseId);
  return { isBuyable: row?.is_buyable ?? true, isAsked: row?.is_asked ?? false };
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

/** The date for the account's next purchase of a course, and how to change it; shown as chosen once it is saved. */
export function useDateBeforeBuying(courseId: string) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { data } = useQuery(catalogueDatesQuery(client));
  const choose = useAction({
    mutationFn: (dateId: string | null) => chooseBeforeBuying(client, courseId, dateId),
    // Arrow keys choose several dates in a row: each is saved, one after the other, and the last one counts.
    sameBy: () => crypto.randomUUID(),
    scope: { id: choiceScope(courseId) },
    onError: (error) => notify({ kind: 'error', title: 'Termin nicht gewählt', description: reasonOf(error) }),
    // A refusal too: the date may be gone.
    onSettled: () => queries.invalidateQueries({ queryKey: catalogueDatesQuery(client).queryKey }),
  });
  return { chosenId: data?.chosen[courseId] ?? null, choose };
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
        [catalogueDatesQuery(client).queryKey, seminarDatesQuery(client, courseId).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
