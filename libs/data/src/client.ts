import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';

/**
 * Access to tables and functions. Built on Supabase's own parts instead of the whole `supabase-js`: areas need
 * neither auth nor realtime, and an auth client beside the shell's would race it for the same storage key.
 */
export interface DataClient {
  readonly rest: PostgrestClient;
  readonly functions: FunctionsClient;
}

export interface DataClientOptions {
  /** Base address of the Supabase project, without a trailing slash. */
  readonly url: string;
  readonly publishableKey: string;
  /** The session's access token; null asks as an anonymous visitor. Called for every request. */
  readonly accessToken: () => Promise<string | null>;
  readonly fetch?: typeof fetch;
}

/** Makes the client of one area. Every request carries the session's current access token. */
export function createDataClient({ url, publishableKey, accessToken, fetch: send }: DataClientOptions): DataClient {
  const authorized: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', publishableKey);
    const token = await accessToken();
    if (token) headers.set('Authorization', `Bearer ${token}`);
    return (send ?? globalThis.fetch)(input, { ...init, headers });
  };
  return {
    rest: new PostgrestClient(`${url}/rest/v1`, { fetch: authorized }),
    functions: new FunctionsClient(`${url}/functions/v1`, { customFetch: authorized }),
  };
}
