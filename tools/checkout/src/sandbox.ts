import type { Courier } from './webhooks/courier';
import type { Faults } from './webhooks/faults';
import type { Outbox } from './webhooks/outbox';
import type { Store } from './store/store';

/** What every part of the sandbox works with. */
export interface Sandbox {
  readonly store: Store;
  readonly outbox: Outbox;
  readonly courier: Courier;
  readonly faults: Faults;
  /** Address under which browsers reach the sandbox, without a trailing slash. */
  readonly publicUrl: string;
  /** The only secret key that the API accepts. */
  readonly apiKey: string;
}

/** What a payment or a subscription needs to change: the objects, and the events that tell of the change. */
export type Desk = Pick<Sandbox, 'store' | 'outbox'>;
