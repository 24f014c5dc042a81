import type Stripe from 'stripe';
import type { ProviderEvent } from '../resources';
import { newId } from '../store/ids';
import type { Store } from '../store/store';
import type { Faults } from './faults';

/** The API version whose shapes the sandbox speaks: the one the SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive';

/**
 * Writes an event and its delivery into the store together with the change, so that both reach the disk together and no
 * event is lost.
 */
export class Outbox {
  readonly #store: Store;
  readonly #faults: Faults;

  constructor(store: Store, faults: Faults) {
    this.#store = store;
    this.#faults = faults;
  }

  /** Records an event about `object` as it is now. */
  record(type: Stripe.Event.Type, object: object, previous?: Record<string, unknown>): ProviderEvent {
    const event = this.#store.events.put({
      ...this.#store.head('evt', 'event'),
      api_version: API_VERSION,
      data: {
        object: structuredClone({ ...object }),
        ...(previous && { previous_attributes: structuredClone(previous) }),
      },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    });
    if (this.#faults.takeDrop()) {
      this.#plan(event.id, 'dropped');
      return event;
    }
    const { hold } = this.#faults.webhooks;
    for (let copy = this.#faults.takeCopies(); copy > 0; copy -= 1) this.#plan(event.id, hold ? 'held' : 'pending');
    return event;
  }

  /** Plans another sending of an event that exists. */
  resend(event: string): void {
    this.#plan(event, 'pending');
  }

  #plan(event: string, state: 'pending' | 'held' | 'dropped'): void {
    const dueAt = Date.now() + this.#faults.webhooks.delayMs;
    this.#store.deliveries.put({ id: newId('dlv'), event, state, dueAt, attempts: [] });
  }
}
