import { useContext, useRef } from 'react';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { prepareRefusals } from '@nemus/data';
import { AskFactorContext, withFactor } from '../factors/ask-factor';

/** Options of {@link useAction}. */
export interface ActionOptions<Data, Variables> extends UseMutationOptions<Data, Error, Variables> {
  /**
   * What counts as the same action, for lists where two of them may run beside each other, such as the downloads of two
   * invoices. Default: everything that this hook starts.
   */
  readonly sameBy?: (variables: Variables) => string;
}

/** A mutation without `mutateAsync`: what follows an action stands in its callbacks, which run once. */
export type Action<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>;

/**
 * `useMutation` that starts once at a time: whatever a button starts goes through it. While the first run is on its way,
 * `mutate` does nothing, also when the second click of a double click comes before React has drawn the first. Areas have
 * no other way to start a mutation; lint says so. Where the backend wants the second factor given again, it is asked for,
 * and the action goes on.
 */
export function useAction<Data = unknown, Variables = void>({
  sameBy,
  mutationFn,
  ...options
}: ActionOptions<Data, Variables>): Action<Data, Variables> {
  const ask = useContext(AskFactorContext);
  const { mutateAsync, ...mutation } = useMutation({
    ...options,
    ...(mutationFn && {
      mutationFn: (...args: Parameters<typeof mutationFn>) => {
        // Beside the request, so that a refusal is told as soon as it comes.
        prepareRefusals();
        return withFactor(ask, () => mutationFn(...args));
      },
    }),
  });
  const running = useRef(new Set<string>());

  const mutate: typeof mutation.mutate = (...args) => {
    const [variables] = args;
    const key = sameBy && variables !== undefined ? sameBy(variables) : '';
    if (running.current.has(key)) return;
    running.current.add(key);
    // What fails is told by `onError`; the callbacks have run when this ends.
    const end = () => running.current.delete(key);
    void mutateAsync(...args).then(end, end);
  };
  return { ...mutation, mutate };
}
