import { createStore, type StoreApi } from 'zustand/vanilla';

/** A question to the user, answered in a dialog of the shell. */
export interface Question {
  /** Whether the question is open. */
  readonly store: StoreApi<{ readonly isOpen: boolean }>;
  /** Asks. Resolves with the answer. */
  ask(): Promise<boolean>;
  /** Closes the question. */
  answer(isYes: boolean): void;
}

export function createQuestion(): Question {
  const store = createStore(() => ({ isOpen: false }));
  let waiting: readonly ((isYes: boolean) => void)[] = [];
  return {
    store,
    ask: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
        store.setState({ isOpen: true });
      }),
    answer: (isYes) => {
      const asked = waiting;
      waiting = [];
      store.setState({ isOpen: false });
      for (const resolve of asked) resolve(isYes);
    },
  };
}
