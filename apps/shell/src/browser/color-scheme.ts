import type { ColorScheme, ColorSchemePort } from '@nemus/contract';
import { subscribeSystemColorScheme, systemColorScheme, type ColorSchemePreference } from '@nemus/ui';
import { localStore, type KeyStore } from '@nemus/host/browser/storage';
import { COLOR_SCHEME_KEY } from './color-scheme-key';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The account's choice, and the scheme in use. */
export interface ColorSchemeChoice {
  readonly store: StoreApi<ColorSchemePreference>;
  readonly port: ColorSchemePort;
  choose(preference: ColorSchemePreference): void;
  dispose(): void;
}

/** Stores the colour scheme in this browser, follows the system by default, and syncs with other tabs. */
export function createColorSchemeChoice(storage: KeyStore = localStore): ColorSchemeChoice {
  const store = createStore<ColorSchemePreference>(() => readPreference(storage.getItem(COLOR_SCHEME_KEY)));
  const drawn = (): ColorScheme =>
    store.getState() === 'dark' ? 'dark' : store.getState() === 'light' ? 'light' : systemColorScheme();
  const onStorage = (event: StorageEvent) => {
    if (event.key === COLOR_SCHEME_KEY) store.setState(readPreference(event.newValue), true);
  };
  window.addEventListener('storage', onStorage);
  return {
    store,
    port: {
      get: drawn,
      subscribe: (listener) => {
        const stopStore = store.subscribe(listener);
        const stopSystem = subscribeSystemColorScheme(listener);
        return () => {
          stopStore();
          stopSystem();
        };
      },
    },
    choose: (preference) => {
      if (preference === 'system') storage.removeItem(COLOR_SCHEME_KEY);
      else storage.setItem(COLOR_SCHEME_KEY, preference);
      store.setState(preference, true);
    },
    dispose: () => window.removeEventListener('storage', onStorage),
  };
}

function readPreference(value: string | null): ColorSchemePreference {
  return value === 'light' || value === 'dark' ? value : 'system';
}
