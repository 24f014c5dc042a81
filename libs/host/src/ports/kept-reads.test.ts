import type { KeptRead } from '@nemus/contract';
import { fakeEvents, type FakeEvents } from '@nemus/testing';
import { createKeptReads } from './kept-reads';

const AREA = 'trainee@1.0.0';
const read = (key: string, more: Partial<KeptRead> = {}): KeptRead => ({
  key: [key],
  data: `${key} ist da`,
  readAt: Date.now(),
  endsWith: [],
  ...more,
});
const portOf = (events: FakeEvents) => createKeptReads(events).portOfAccount();
const keysOf = (reads: readonly KeptRead[]) => reads.map(({ key }) => key[0]);

it('returns the reads of a shape, and none of another', () => {
  const port = portOf(fakeEvents());
  port.keep(AREA, [read('courses'), read('profile')]);
  expect(port.take(AREA)).toMatchObject([{ key: ['courses'], data: 'courses ist da' }, { key: ['profile'] }]);
  expect(port.take('trainee@1.0.1')).toEqual([]);
});

it('keeps the last answer of each read', () => {
  const port = portOf(fakeEvents());
  port.keep(AREA, [read('courses')]);
  port.keep(AREA, [read('courses', { data: 'neu' })]);
  expect(port.take(AREA)).toMatchObject([{ data: 'neu' }]);
});

it('distinguishes keys of several parts from one that looks like them', () => {
  const port = portOf(fakeEvents());
  port.keep(AREA, [read('a', { key: ['a', 'b'] }), read('a', { key: ['a","b'] })]);
  expect(port.take(AREA)).toHaveLength(2);
});

it('drops a read when an event says that it may have changed', () => {
  const events = fakeEvents();
  const port = portOf(events);
  port.keep(AREA, [read('bookings', { endsWith: ['bookings-changed'] }), read('courses')]);
  events.publish('bookings-changed', { courseId: 'c', traineeIds: [] });
  expect(keysOf(port.take(AREA))).toEqual(['courses']);
});

it('drops what is older than half an hour', () => {
  const port = portOf(fakeEvents());
  port.keep(AREA, [read('old', { readAt: Date.now() - 31 * 60_000 }), read('young')]);
  expect(keysOf(port.take(AREA))).toEqual(['young']);
});

it('keeps a hundred reads, and of more those that were used last', () => {
  const port = portOf(fakeEvents());
  port.keep('used', [read('first')]);
  port.keep(AREA, [read('second')]);
  port.take('used');
  port.keep(
    AREA,
    Array.from({ length: 99 }, (_, place) => read(`more ${place}`)),
  );
  expect(port.take('used')).toHaveLength(1);
  expect(keysOf(port.take(AREA))).not.toContain('second');
});

it('keeps nothing beyond a change of the account, also not of a root that is unmounted after it', () => {
  const kept = createKeptReads(fakeEvents());
  const before = kept.portOfAccount();
  before.keep(AREA, [read('courses')]);
  kept.clear();
  before.keep(AREA, [read('late')]);
  expect(kept.portOfAccount().take(AREA)).toEqual([]);
  expect(before.take(AREA)).toEqual([]);
});
