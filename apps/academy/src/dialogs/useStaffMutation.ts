import { reasonOf, useAction } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { useQueryClient } from '@tanstack/react-query';

/** A mutation by staff: reports success or failure, and refetches what it changed. */
export function useStaffMutation<Variables = void, Answer = void>({
  act,
  done,
  failed,
  onDone,
}: {
  act: (variables: Variables) => Promise<Answer>;
  /** The message when it is done. */
  done: (answer: Answer, variables: Variables) => { title: string; description?: string };
  /** The message's title when it is not; the reason follows. */
  failed: string;
  onDone?: (answer: Answer) => void;
}) {
  const { notify } = usePorts();
  const queries = useQueryClient();
  return useAction<Answer, Variables>({
    mutationFn: act,
    onSuccess: (answer, variables) => {
      notify({ kind: 'success', ...done(answer, variables) });
      onDone?.(answer);
    },
    onError: (error) => notify({ kind: 'error', title: failed, description: reasonOf(error) }),
    // A change by staff affects several pages.
    onSettled: () => queries.invalidateQueries(),
  });
}
