import { offline } from '@nemus/area';

/** A read of the week's page, which also opens without a connection. */
export const weekRead = <Q extends { readonly queryKey: readonly unknown[] }>(query: Q): Q =>
  offline(query, '/logbook');
