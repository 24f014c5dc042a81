import type { Database } from '@nemus/contract';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { authorizedFetch, type BackendAccess } from './authorized-fetch';

/** Access to tables and functions, typed by the schema of the database. */
export type DataClient = SupabaseClient<Database>;

type Transport = NonNullable<NonNullable<SupabaseClientOptions<'public'>['realtime']>['transport']>;

/**
 * Makes a client. A page has one for its account, shared by shell and areas. The session stays with the shell's auth
 * client; this one only takes tokens.
 */
export function createDataClient(access: BackendAccess): DataClient {
  const client = createClient<Database>(access.url, access.publishableKey, {
    accessToken: () => access.accessToken(),
    global: { fetch: authorizedFetch(access) },
    // The caller decides how often a read is tried; two layers of retries would keep users waiting for 20 s.
    db: { retry: false },
    ...(!('WebSocket' in globalThis) && { realtime: { transport: NoSocket } }),
  });
  // It throws when it is read: left enumerable, React's development build, which looks into props, breaks on any error.
  return Object.defineProperty(client, 'auth', { enumerable: false });
}

/** Node 20 has no WebSocket, which the client requires; nothing here is realtime. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- none is ever made
interface NoSocket extends InstanceType<Transport> {}
class NoSocket {
  constructor() {
    throw new Error('There is no realtime without a WebSocket.');
  }
}
