import { reasonOf, useAction } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';

/** A change of confirmers: reports success, closes its dialog, and shows errors at their fields. */
export function usePersonChange<Result>(
  change: () => Promise<Result>,
  done: string | ((result: Result) => string),
  onClose: () => void,
) {
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const { mutate, isPending, error } = useAction({
    mutationFn: change,
    onSuccess: (result) => {
      publish();
      notify({ kind: 'success', title: typeof done === 'string' ? done : done(result) });
      onClose();
    },
  });
  const field = error instanceof DataError ? error.field : undefined;
  const words = error === null ? undefined : reasonOf(error);
  return {
    save: () => mutate(),
    isPending,
    /** Words for a field; nothing when another is wrong. */
    at: (name: string) => (field === name ? words : undefined),
    /** Words that belong to none of these fields. */
    besides: (...names: readonly string[]) => (field !== undefined && names.includes(field) ? undefined : words),
  };
}
