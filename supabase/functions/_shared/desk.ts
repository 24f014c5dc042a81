import type Stripe from 'stripe';
import { openDatabase, type Database } from './database.ts';
import type { Environment } from './environment.ts';
import { openProvider } from './provider.ts';

/** What settling a payment takes: the database, the provider, and the settings that mails need. */
export interface Desk {
  readonly environment: Environment;
  readonly database: Database;
  readonly stripe: Stripe;
}

export const openDesk = (environment: Environment): Desk => ({
  environment,
  database: openDatabase(environment),
  stripe: openProvider(environment),
});
