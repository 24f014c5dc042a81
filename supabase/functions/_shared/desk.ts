import type Stripe from 'stripe';
import { openDatabase, type Place } from './database.ts';
import type { Environment } from './environment.ts';
import { openProvider } from './provider.ts';

/** What settling a payment takes: the database, the provider, and the settings that mails need. */
export interface Desk extends Place {
  readonly stripe: Stripe;
}

/** Opens a desk; one of a portal without a provider fails only when it needs the provider. */
export function openDesk(environment: Environment): Desk {
  let stripe: Stripe | undefined;
  return {
    environment,
    database: openDatabase(environment),
    get stripe() {
      return (stripe ??= openProvider(environment));
    },
  };
}
