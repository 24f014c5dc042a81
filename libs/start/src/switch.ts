import { START_MEMO_KEY } from './memo';

/** Where this browser remembers that the portal's configuration has switched the early start off. */
export const OFF_KEY = 'nemus.start.off';

/**
 * Writes down for the page's head whether the early start is on: the head runs before the configuration is there. When
 * it is off, what was remembered of earlier visits goes.
 */
export function keepSwitch(isOn: boolean, storage: Pick<Storage, 'setItem' | 'removeItem'>) {
  if (isOn) {
    storage.removeItem(OFF_KEY);
    return;
  }
  storage.setItem(OFF_KEY, 'off');
  storage.removeItem(START_MEMO_KEY);
}
