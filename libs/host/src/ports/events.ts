import {
  eventPayloadSchemas,
  PORTAL_EVENT_NAMES,
  type EventsPort,
  type PortalEventName,
  type PortalEvents,
} from '@nemus/contract';
import { z } from 'zod';

/** Name of the channel between the tabs of a browser. */
const CHANNEL = 'nemus-events';

/** A message of another tab, which may run an older or newer shell. */
const messageSchema = z.object({
  name: z.enum(PORTAL_EVENT_NAMES),
  payload: z.unknown(),
  /** The sending account: events of other accounts are ignored. */
  userId: z.string(),
});

type Listeners = { readonly [K in PortalEventName]: Set<(payload: PortalEvents[K]) => void> };

export interface EventBus {
  readonly port: EventsPort;
  dispose(): void;
}

export interface EventBusOptions {
  /** The signed-in account; null sends nothing to other tabs. */
  readonly getUserId: () => string | null;
  /** Called with the error of a listener, so that one area's mistake does not affect the others. */
  readonly onError: (error: unknown) => void;
}

/** Delivers events between areas, and between the tabs of one account. */
export function createEventBus({ getUserId, onError }: EventBusOptions): EventBus {
  const listeners: Listeners = {
    'enrollments-changed': new Set(),
    'credits-changed': new Set(),
    'bookings-changed': new Set(),
    'subscription-changed': new Set(),
    'profile-changed': new Set(),
    'logbook-changed': new Set(),
  };
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

  function tell<K extends PortalEventName>(name: K, payload: PortalEvents[K]) {
    for (const listener of listeners[name]) {
      try {
        listener(payload);
      } catch (error) {
        onError(error);
      }
    }
  }

  function receive<K extends PortalEventName>(name: K, payload: unknown) {
    const parsed = eventPayloadSchemas[name].safeParse(payload);
    if (parsed.success) tell(name, parsed.data);
  }

  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(event.data);
    if (message.success && message.data.userId === getUserId()) receive(message.data.name, message.data.payload);
  });

  return {
    port: {
      publish: (name, payload) => {
        tell(name, payload);
        const userId = getUserId();
        if (userId) channel?.postMessage({ name, payload, userId });
      },
      subscribe: (name, listener) => {
        listeners[name].add(listener);
        return () => listeners[name].delete(listener);
      },
    },
    dispose: () => channel?.close(),
  };
}
