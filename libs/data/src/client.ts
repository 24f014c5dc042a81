import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { authorizedFetch, type BackendAccess } from './authorized-fetch';

/**
 * Access to tables and functions. Built on Supabase's own parts instead of the whole `supabase-js`: areas need
 * neither auth nor realtime, and an auth client beside the shell's would race it for the same storage key.
 */
export interface DataClient {
  readonly rest: PostgrestClient;
  readonly functions: FunctionsClient;
}

/** Makes the client of one area. */
export function createDataClient(access: BackendAccess): DataClient {
  const send = authorizedFetch(access);
  return {
    // Who shows a read decides how often it is tried; two layers that both repeat keep readers waiting for 20 s.
    rest: new PostgrestClient(`${access.url}/rest/v1`, { fetch: send, retry: false }),
    functions: new FunctionsClient(`${access.url}/functions/v1`, { customFetch: send }),
  };
}
