import { START_MEMO_KEY } from './memo';

/** Storage key that says that the portal's configuration has switched the early start off. */
export const OFF_KEY = 'nemus.start.off';

/**
 * Stores for the page's head whether the early start is on, since the head runs before the configuration has loaded.
 * Switching it off deletes what earlier visits stored.
 */
export function keepSwitch(isOn: boolean, storage: Pick<Storage, 'setItem' | 'removeItem'>) {
  if (isOn) {
    storage.removeItem(OFF_KEY);
    return;
  }
  storage.setItem(OFF_KEY, 'off');
  storage.removeItem(START_MEMO_KEY);
}
