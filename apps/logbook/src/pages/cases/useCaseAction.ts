import { reasonOf, useAction } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';

/** A change of a case, with its message. */
export function useCaseAction<V>(run: (variables: V) => Promise<unknown>, done: string, failed: string) {
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  return useAction({
    mutationFn: run,
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: done });
    },
    onError: (error: Error) => notify({ kind: 'error', title: failed, description: reasonOf(error) }),
  });
}
