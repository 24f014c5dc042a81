import { createStore, type StoreApi } from 'zustand/vanilla';

/** An area asks to delete the account; the shell asks for the password, which areas must not see. */
export interface DeletionQuestion {
  /** Whether the question is open. */
  readonly store: StoreApi<{ readonly isOpen: boolean }>;
  /** Asks. Resolves with whether the account was deleted. */
  ask(): Promise<boolean>;
  /** Closes the question. */
  answer(isDeleted: boolean): void;
}

export function createDeletionQuestion(): DeletionQuestion {
  const store = createStore(() => ({ isOpen: false }));
  let waiting: readonly ((isDeleted: boolean) => void)[] = [];
  return {
    store,
    ask: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
        store.setState({ isOpen: true });
      }),
    answer: (isDeleted) => {
      const asked = waiting;
      waiting = [];
      store.setState({ isOpen: false });
      for (const resolve of asked) resolve(isDeleted);
    },
  };
}
