import { useContext, useRef } from 'react';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { prepareRefusals } from '@nemus/data';
import { AskFactorContext, withFactor } from '../factors/ask-factor';

/** Options of {@link useAction}. */
export interface ActionOptions<Data, Variables> extends UseMutationOptions<Data, Error, Variables> {
  /**
   * Identifies the same action, for lists whose actions may run in parallel, such as the downloads of two invoices.
   * Default: everything that this hook starts.
   */
  readonly sameBy?: (variables: Variables) => string;
}

/** A mutation without `mutateAsync`: what follows an action belongs into its callbacks, which run once. */
export type Action<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>;

/**
 * `useMutation` that runs once at a time, for everything that a button starts. While it is running, `mutate` does
 * nothing, even when the second click of a double click arrives before React has rendered the first. Areas must start
 * mutations with it; lint enforces that. When the backend requires the second factor again, the user is asked for it,
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
        // In parallel with the request, so that a refusal is shown at once.
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
    // `onError` reports failures; the callbacks have run when this ends.
    const end = () => running.current.delete(key);
    void mutateAsync(...args).then(end, end);
  };
  return { ...mutation, mutate };
}
