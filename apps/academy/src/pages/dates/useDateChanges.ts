import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import {
  cancelDate,
  changeDate,
  createDates,
  moveDate,
  planParts,
  type DatePlan,
  type DateTarget,
  type DateTimes,
  type PartsPlan,
} from '@nemus/data';
import { formatCount } from '@nemus/ui';

/** Makes, changes, moves and cancels dates, and has every list read again. */
export function useDateChanges() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const done = (title: string) => {
    void queries.invalidateQueries({ queryKey: ['teaching'] });
    notify({ kind: 'success', title });
  };
  const counted = (ids: readonly string[]) => formatCount(ids.length, 'Termin', 'Termine');
  return {
    create: useAction({
      mutationFn: (plan: DatePlan) => createDates(client, plan),
      onSuccess: (ids) => done(`${counted(ids)} angelegt`),
    }),
    change: useAction({
      mutationFn: ({ plan, ...target }: DateTarget & { plan: DatePlan }) => changeDate(client, target, plan),
      onSuccess: (ids) => done(`${counted(ids)} geändert`),
    }),
    move: useAction({
      mutationFn: ({ times, ...target }: DateTarget & { times: DateTimes }) => moveDate(client, target, times),
      onSuccess: (ids) => done(ids.length === 0 ? 'Die Zeiten sind unverändert' : `${counted(ids)} verschoben`),
    }),
    parts: useAction({
      mutationFn: (plan: PartsPlan) => planParts(client, plan),
      onSuccess: () => done('Teile gespeichert'),
    }),
    cancel: useAction({
      mutationFn: ({ reason, ...target }: DateTarget & { reason: string }) => cancelDate(client, target, reason),
      onSuccess: (ids) => done(ids.length === 0 ? 'Der Termin war schon abgesagt' : `${counted(ids)} abgesagt`),
    }),
  };
}
