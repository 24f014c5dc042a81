/** @jest-environment ../../jest.browser.mjs */
import type { KeptRead } from '@nemus/contract';
import { fakeEvents } from '@nemus/testing';
import { createStore } from 'zustand/vanilla';
import type { SessionState } from '@nemus/session';
import { createKeptReads } from '../ports/kept-reads';
import { PROFILE, SIGNED_IN, SIGNED_OUT } from '../testing/samples';
import { storedReadsOf, type DeviceRead } from './device-copy';
import { readsOnDevice } from './reads-on-device';

const AREA = 'logbook@1.0.0';
const read = (key: string, more: Partial<KeptRead> = {}): KeptRead => ({
  key: [key],
  data: `${key} ist da`,
  readAt: Date.now(),
  endsWith: [],
  ...more,
});
const marked = (key: string) => read(key, { offlinePage: '/logbook' });
const stored = (key: string): DeviceRead => ({ ...read(key), shape: AREA, offlinePage: '/logbook' });

function setUp(found: readonly DeviceRead[] | null = null) {
  const session = createStore<SessionState>(() => SIGNED_IN);
  const storeReads = jest.fn((..._given: unknown[]) => Promise.resolve());
  const load = jest.fn(() => Promise.resolve({ storeReads }));
  const copy = found && { profile: PROFILE, answeredAt: 0, reads: found };
  const reads = readsOnDevice(createKeptReads(fakeEvents()), session, copy ? storedReadsOf(copy) : undefined, load);
  return { session, storeReads, load, reads };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
const keysOf = (reads: readonly KeptRead[]) => reads.map(({ key }) => key[0]);

it('loads nothing for an area that marks nothing, whose reads stay in memory', async () => {
  const { reads, load } = setUp();
  const port = reads.portOfAccount();
  port.keep(AREA, [read('courses')]);
  await settle();
  expect(keysOf(port.take(AREA))).toEqual(['courses']);
  expect(load).not.toHaveBeenCalled();
});

it('stores marked reads for the account that read them, and keeps them out of memory', async () => {
  const { reads, session, storeReads } = setUp();
  const port = reads.portOfAccount();
  session.setState({ user: { id: 'u-2', email: '', metadata: {} } });
  port.keep(AREA, [marked('week'), read('courses')]);
  await settle();
  expect(storeReads.mock.calls).toEqual([
    [session, PROFILE.userId, AREA, [expect.objectContaining({ key: ['week'] })]],
  ]);
  expect(keysOf(port.take(AREA))).toEqual(['courses']);
});

it('works where nothing can be stored, and without the code that stores', async () => {
  const { reads, load, storeReads } = setUp();
  const port = reads.portOfAccount();
  storeReads.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  port.keep(AREA, [marked('week')]);
  await settle();
  load.mockRejectedValueOnce(new Error('lost'));
  port.keep(AREA, [marked('week')]);
  await settle();
  expect(load).toHaveBeenCalledTimes(2);
});

describe('in a page that was opened without a connection', () => {
  it('an area starts with what is stored of its release', () => {
    const { reads } = setUp([stored('week'), { ...stored('old'), shape: 'logbook@0.9.0' }]);
    expect(keysOf(reads.portOfAccount().take(AREA))).toEqual(['week']);
  });

  it('an answer of the backend ends that', () => {
    const { reads } = setUp([stored('week'), stored('cases')]);
    const port = reads.portOfAccount();
    port.keep(AREA, [marked('week')]);
    expect(port.take(AREA)).toEqual([]);
  });

  it.each([
    ['after the session', SIGNED_OUT],
    ['to the next account', { user: { id: 'u-2', email: '', metadata: {} } }],
  ])('nothing is shown %s', (_when, state) => {
    const { reads, session } = setUp([stored('week')]);
    session.setState(state);
    expect(reads.portOfAccount().take(AREA)).toEqual([]);
  });
});
