import { OwnerLock } from './owner-lock';

test('others wait, in the order in which they came', async () => {
  const lock = new OwnerLock();
  const seen: string[] = [];
  const [a, b, c] = [{}, {}, {}];
  await lock.acquire(a);
  const second = lock.acquire(b).then(() => seen.push('b'));
  const third = lock.acquire(c).then(() => seen.push('c'));
  await Promise.resolve();
  expect(seen).toEqual([]);
  lock.release();
  await second;
  expect(seen).toEqual(['b']);
  lock.release();
  await third;
  expect(seen).toEqual(['b', 'c']);
});

test('the holder gets it again at once, and keeps it until its last release', async () => {
  const lock = new OwnerLock();
  const [a, b] = [{}, {}];
  await lock.acquire(a);
  await lock.acquire(a);
  let granted = false;
  const waiting = lock.acquire(b).then(() => (granted = true));
  lock.release();
  await Promise.resolve();
  expect(granted).toBe(false);
  lock.release();
  await waiting;
  expect(granted).toBe(true);
});
