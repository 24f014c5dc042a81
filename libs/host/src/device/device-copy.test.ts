import { PROFILE } from '../testing/samples';
import type { DeviceBox, SealedCopy } from './device-box';
import { COPY_MS, readDeviceCopy, writeReads, type DeviceRead } from './device-copy';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const HOUR = 3_600_000;

/** A device: one place, as in IndexedDB. */
function device() {
  let kept: SealedCopy | null = null;
  const box: DeviceBox = {
    read: () => Promise.resolve(kept),
    write: async (copy, isAllowed) => {
      await Promise.resolve();
      if (isAllowed()) kept = structuredClone(copy);
    },
  };
  const sealed = () => {
    if (!kept) throw new Error('Nothing is stored.');
    return kept;
  };
  return { box, sealed, put: (copy: SealedCopy) => void (kept = copy) };
}

const read = (week: string, more: Partial<DeviceRead> = {}): DeviceRead => ({
  shape: 'logbook@1.0.0',
  key: ['logbook', PROFILE.userId, 'week', week],
  data: { note: `Woche ${week}` },
  readAt: NOW,
  endsWith: ['logbook-changed'],
  offlinePage: '/logbook',
  ...more,
});
const weeksOf = (reads: readonly DeviceRead[] | undefined) => reads?.map(({ key }) => key[3]);
const always = () => true;
const deleteDatabase = jest.fn();

beforeAll(() => {
  const locks = { request: (_name: string, act: () => Promise<void>) => act() };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } });
  Object.assign(globalThis, { window: { indexedDB: { deleteDatabase } } });
});
beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] }));
afterEach(() => jest.useRealTimers());

it('returns to an account what was last read, the newest first, and each read once', async () => {
  const { box } = device();
  await writeReads(PROFILE, [read('1', { readAt: NOW - HOUR }), read('2')], always, box);
  await writeReads(PROFILE, [read('1', { readAt: NOW + 1, data: 'neu' })], always, box);
  const copy = await readDeviceCopy(PROFILE.userId, box);
  expect(copy?.profile).toEqual(PROFILE);
  expect(copy?.reads).toMatchObject([
    { key: ['logbook', PROFILE.userId, 'week', '1'], data: 'neu' },
    { data: { note: 'Woche 2' }, readAt: NOW, offlinePage: '/logbook' },
  ]);
});

it('stores nothing readable, under a key that no code can export', async () => {
  const { box, sealed } = device();
  await writeReads(PROFILE, [read('1')], always, box);
  const stored = sealed();
  const text = new TextDecoder('latin1').decode(stored.bytes);
  for (const secret of ['Woche', 'logbook', PROFILE.lastName, PROFILE.email]) expect(text).not.toContain(secret);
  await expect(crypto.subtle.exportKey('raw', stored.key)).rejects.toThrow();
});

it('uses a vector once', async () => {
  const { box, sealed } = device();
  await writeReads(PROFILE, [read('1')], always, box);
  const first = sealed();
  await writeReads(PROFILE, [read('1')], always, box);
  expect(sealed().iv).not.toEqual(first.iv);
});

it('shows another account nothing, and replaces the copy and its key with the next account’s', async () => {
  const { box, sealed, put } = device();
  await writeReads(PROFILE, [read('1')], always, box);
  const first = sealed();
  await expect(readDeviceCopy('u-2', box)).resolves.toBeNull();
  // The copy is bound to its account.
  put({ ...first, userId: 'u-2' });
  await expect(readDeviceCopy('u-2', box)).resolves.toBeNull();
  put(first);
  await writeReads({ ...PROFILE, userId: 'u-2' }, [read('2')], always, box);
  expect(weeksOf((await readDeviceCopy('u-2', box))?.reads)).toEqual(['2']);
  await expect(readDeviceCopy(PROFILE.userId, box)).resolves.toBeNull();
});

it('does not write after the sign-out that came meanwhile', async () => {
  const { box, sealed } = device();
  let isSignedIn = true;
  const storing = writeReads(PROFILE, [read('1')], () => isSignedIn, box);
  isSignedIn = false;
  await storing;
  expect(sealed).toThrow('Nothing is stored.');
  expect(deleteDatabase).toHaveBeenCalledWith('nemus-device');
});

it.each([
  ['a week without an answer', COPY_MS, false],
  ['almost a week', COPY_MS - HOUR, true],
  ['a clock that was set back by minutes', -HOUR / 2, true],
  ['a clock that was set back by a day', -24 * HOUR, false],
])('after %s', async (_what, later, isShown) => {
  const { box } = device();
  await writeReads(PROFILE, [read('1')], always, box);
  jest.setSystemTime(NOW + later);
  expect((await readDeviceCopy(PROFILE.userId, box)) !== null).toBe(isShown);
});

it('refuses changed bytes', async () => {
  const { box, sealed, put } = device();
  await writeReads(PROFILE, [read('1')], always, box);
  const stored = sealed();
  const bytes = new Uint8Array(stored.bytes.slice(0));
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  put({ ...stored, bytes: bytes.buffer });
  await expect(readDeviceCopy(PROFILE.userId, box)).resolves.toBeNull();
});

it('drops what another release of the area has read, and keeps what other areas have', async () => {
  const { box } = device();
  const other = read('3', { shape: 'trainee@1.0.0', key: ['bookings', 'u', 'x', '3'] });
  await writeReads(PROFILE, [read('1'), other], always, box);
  await writeReads(PROFILE, [read('2', { shape: 'logbook@2.0.0', readAt: NOW + 1 })], always, box);
  expect(weeksOf((await readDeviceCopy(PROFILE.userId, box))?.reads)).toEqual(['2', '3']);
});

it('keeps the thirty newest reads', async () => {
  const { box } = device();
  const weeks = Array.from({ length: 40 }, (_, n) => read(String(n), { readAt: NOW + n }));
  await writeReads(PROFILE, weeks, always, box);
  const found = weeksOf((await readDeviceCopy(PROFILE.userId, box))?.reads);
  expect([found?.length, found?.[0], found?.at(-1)]).toEqual([30, '39', '10']);
});

it('replaces a copy that cannot be read, and rejects where nothing can be stored', async () => {
  const { box } = device();
  const failing = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  await writeReads(PROFILE, [read('1')], always, { ...box, read: failing });
  expect(weeksOf((await readDeviceCopy(PROFILE.userId, box))?.reads)).toEqual(['1']);
  await expect(writeReads(PROFILE, [read('1')], always, { ...box, write: failing })).rejects.toThrow('full');
});
