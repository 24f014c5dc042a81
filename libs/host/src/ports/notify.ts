import type { NotifyPort, Toast } from '@nemus/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A toast on the screen. */
export interface ShownToast extends Toast {
  readonly id: string;
}

/** Toasts that are shown, oldest first. */
export interface ToastList {
  readonly store: StoreApi<readonly ShownToast[]>;
  readonly notify: NotifyPort;
  dismiss(id: string): void;
  clear(): void;
}

/** More would cover the page. */
const AT_MOST = 4;

/** Manages the toasts of shell and areas. A repeated message replaces its earlier copy. */
export function createToastList(): ToastList {
  const store = createStore<readonly ShownToast[]>(() => []);
  let count = 0;
  return {
    store,
    notify: (toast) => {
      count += 1;
      const shown = { ...toast, id: `toast-${count}` };
      const others = store.getState().filter((other) => !isSame(other, toast));
      store.setState([...others, shown].slice(-AT_MOST), true);
    },
    dismiss: (id) =>
      store.setState(
        store.getState().filter((toast) => toast.id !== id),
        true,
      ),
    clear: () => store.setState([], true),
  };
}

function isSame(a: Toast, b: Toast): boolean {
  return a.kind === b.kind && a.title === b.title && a.description === b.description;
}
