import type { Database } from '@nemus/contract';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { authorizedFetch, type BackendAccess } from './authorized-fetch';

/** Access to tables and functions, typed by the schema of the database. */
export type DataClient = SupabaseClient<Database>;

type Transport = NonNullable<NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport']>;

/**
 * Makes a client. A page has one for its account, which shell and areas share; the session stays with the shell's own
 * auth client, so this one takes tokens alone.
 */
export function createDataClient(access: BackendAccess): DataClient {
  return createClient<Database>(access.url, access.publishableKey, {
    accessToken: () => access.accessToken(),
    global: { fetch: authorizedFetch(access) },
    // Who shows a read decides how often it is tried; two layers that both repeat keep readers waiting for 20 s.
    db: { retry: false },
    ...(!('WebSocket' in globalThis) && { realtime: { transport: NoSocket } }),
  });
}

/** Node 20 has no WebSocket, without which no client is made; nothing here is realtime. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- none is ever made
interface NoSocket extends InstanceType<Transport> {}
class NoSocket {
  constructor() {
    throw new Error('There is no realtime without a WebSocket.');
  }
}
