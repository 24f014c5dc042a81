import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { DataError } from '@nemus/data';

/** A change of the members: reports success, closes its dialog, and shows errors at their fields. */
export function useMemberChange<Result = void>(change: () => Promise<Result>, done: string, onDone: () => void) {
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { mutate, isPending, error } = useAction({
    mutationFn: change,
    onSuccess: () => {
      notify({ kind: 'success', title: done });
      onDone();
    },
    // Also after a refusal: another user may have changed its cause.
    onSettled: () => queries.invalidateQueries({ queryKey: ['members'] }),
  });
  const field = error instanceof DataError ? error.field : undefined;
  const words = error === null ? undefined : reasonOf(error);
  return {
    run: () => mutate(),
    isPending,
    /** Words for a field; nothing when another is wrong. */
    at: (name: string) => (field === name ? words : undefined),
    /** Words that belong to none of these fields. */
    besides: (...names: readonly string[]) => (field !== undefined && names.includes(field) ? undefined : words),
  };
}
