import { START_MEMO_KEY } from './memo';
import { keepSwitch, OFF_KEY } from './switch';

function storageOf(stored: Map<string, string>) {
  return {
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

it('forgets earlier visits when it is switched off, and tells the page’s head', () => {
  const stored = new Map([[START_MEMO_KEY, '{}']]);
  keepSwitch(false, storageOf(stored));
  expect([...stored.keys()]).toEqual([OFF_KEY]);
  keepSwitch(true, storageOf(stored));
  expect(stored.size).toBe(0);
});
