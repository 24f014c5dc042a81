/** @jest-environment ../../jest.browser.mjs */
import type { PortalEventName } from '@nemus/contract';
import { createEventBus, type EventBus } from './events';

/** Fake of the browser's channel, which delivers a message to every other channel of its name. */
class FakeChannel extends EventTarget {
  static readonly open = new Set<FakeChannel>();
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    FakeChannel.open.add(this);
  }

  postMessage(data: unknown) {
    for (const other of FakeChannel.open) {
      if (other !== this && other.name === this.name) {
        other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
      }
    }
  }

  close() {
    FakeChannel.open.delete(this);
  }
}

const buses: EventBus[] = [];
const errors: unknown[] = [];

function openTab(userId: string | null): EventBus {
  const bus = createEventBus({ getUserId: () => userId, onError: (error) => errors.push(error) });
  buses.push(bus);
  return bus;
}

beforeAll(() => {
  Object.assign(globalThis, { BroadcastChannel: FakeChannel });
});
afterEach(() => {
  buses.splice(0).forEach((bus) => bus.dispose());
  errors.length = 0;
});

it('reaches every listener of the event, here and in the account’s other tabs', () => {
  const [here, there] = [openTab('u-1'), openTab('u-1')];
  const heardHere = jest.fn();
  const heardThere = jest.fn();
  const heardOther = jest.fn();
  here.port.subscribe('enrollments-changed', heardHere);
  here.port.subscribe('credits-changed', heardOther);
  there.port.subscribe('enrollments-changed', heardThere);

  here.port.publish('enrollments-changed', { courseId: 'c-1' });
  expect(heardHere).toHaveBeenCalledWith({ courseId: 'c-1' });
  expect(heardThere).toHaveBeenCalledWith({ courseId: 'c-1' });
  expect(heardHere).toHaveBeenCalledTimes(1);
  expect(heardOther).not.toHaveBeenCalled();
});

it('ends with its subscription', () => {
  const { port } = openTab('u-1');
  const heard = jest.fn();
  port.subscribe('credits-changed', heard)();
  port.publish('credits-changed', {});
  expect(heard).not.toHaveBeenCalled();
});

it('stays within the account', () => {
  const heard = jest.fn();
  openTab('u-2').port.subscribe('credits-changed', heard);
  openTab('u-1').port.publish('credits-changed', {});
  openTab(null).port.publish('credits-changed', {});
  expect(heard).not.toHaveBeenCalled();
});

it('reaches the others when one listener throws', () => {
  const { port } = openTab('u-1');
  const heard = jest.fn();
  port.subscribe('credits-changed', () => {
    throw new Error('broken area');
  });
  port.subscribe('credits-changed', heard);
  port.publish('credits-changed', {});
  expect(heard).toHaveBeenCalledTimes(1);
  expect(errors).toEqual([new Error('broken area')]);
});

it.each<[PortalEventName, object, object]>([
  ['credits-changed', { amount: 3 }, {}],
  ['bookings-changed', { courseId: 'c-1', traineeIds: [], reason: 'moved' }, { courseId: 'c-1', traineeIds: [] }],
])('passes %s on without the extra fields of a newer tab', (name, payload, heard) => {
  const { port } = openTab('u-1');
  const listener = jest.fn();
  port.subscribe(name, listener);
  new FakeChannel('nemus-events').postMessage({ name, payload, userId: 'u-1' });
  expect(listener).toHaveBeenCalledWith(heard);
});

it.each([
  null,
  'text',
  { name: 'unknown', payload: {}, userId: 'u-1' },
  { name: 'enrollments-changed', payload: { courseId: 7 }, userId: 'u-1' },
  { name: 'enrollments-changed', userId: 'u-1' },
])('ignores the message %j of another tab', (message) => {
  const { port } = openTab('u-1');
  const heard = jest.fn();
  port.subscribe('enrollments-changed', heard);
  new FakeChannel('nemus-events').postMessage(message);
  expect(heard).not.toHaveBeenCalled();
});
