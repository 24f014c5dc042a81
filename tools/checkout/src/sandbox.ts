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

/** The dependencies of payments and subscriptions: the objects, and the events about changes. */
export type Desk = Pick<Sandbox, 'store' | 'outbox'>;
