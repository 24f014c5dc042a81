import {
  eventPayloadSchemas,
  PORTAL_EVENT_NAMES,
  type EventsPort,
  type PortalEventName,
  type PortalEvents,
} from '@nemus/contract';

/** Events between areas, with a record of what was published. */
export interface FakeEvents extends EventsPort {
  published(): readonly { readonly name: PortalEventName; readonly payload: unknown }[];
  /** Whether an event has listeners. */
  listens(name: string): boolean;
  /**
   * Publishes an event as another area, of this version or a later one: as the shell delivers it within the page, with
   * all its fields.
   */
  receive(name: string, payload: object): void;
  listenerCount(): number;
}

type Listeners = { [K in PortalEventName]: Set<(payload: PortalEvents[K]) => void> };

export function fakeEvents(): FakeEvents {
  const published: { name: PortalEventName; payload: unknown }[] = [];
  const listeners: Listeners = {
    'enrollments-changed': new Set(),
    'credits-changed': new Set(),
    'bookings-changed': new Set(),
    'subscription-changed': new Set(),
    'profile-changed': new Set(),
    'logbook-changed': new Set(),
  };
  return {
    publish(name, payload) {
      published.push({ name, payload });
      for (const listener of listeners[name]) listener(payload);
    },
    subscribe(name, listener) {
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
    published: () => [...published],
    listens: (name) => isEvent(name) && listeners[name].size > 0,
    receive(name, payload) {
      if (!isEvent(name)) throw new Error(`The contract has no event "${name}".`);
      tell(listeners, name, payload);
    },
    listenerCount: () => Object.values(listeners).reduce((sum, { size }) => sum + size, 0),
  };
}

function tell<K extends PortalEventName>(listeners: Listeners, name: K, payload: object): void {
  if (!isPayload(name, payload)) throw new Error(`This is no payload of "${name}": ${JSON.stringify(payload)}`);
  for (const listener of listeners[name]) listener(payload);
}

const isEvent = (name: string): name is PortalEventName => PORTAL_EVENT_NAMES.some((known) => known === name);

function isPayload<K extends PortalEventName>(name: K, payload: object): payload is PortalEvents[K] {
  return eventPayloadSchemas[name].safeParse(payload).success;
}
