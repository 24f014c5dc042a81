import type { EventsPort, PortalEventName, PortalEvents } from '@nemus/contract';

/** Events between areas, with what was published so far. */
export interface FakeEvents extends EventsPort {
  published(): readonly { readonly name: PortalEventName; readonly payload: unknown }[];
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
    listenerCount: () => Object.values(listeners).reduce((sum, { size }) => sum + size, 0),
  };
}
