import { TIMEOUT } from './errors';
import { fetchWithin, TimeoutError } from './fetch-within';
import { FAILURES } from './texts';

/** How requests reach the backend. */
export interface BackendAccess {
  /** Base address of the Supabase project, without a trailing slash. */
  readonly url: string;
  readonly publishableKey: string;
  /**
   * The session's access token; null for an anonymous visitor. Called for every request, and again with the token that
   * the backend has refused.
   */
  readonly accessToken: (refused?: string) => Promise<string | null>;
  readonly fetch?: typeof fetch;
}

/** Timeout of a read, in milliseconds: the user sees a skeleton meanwhile. */
const READ_LIMIT = 15_000;
/** A change may do a lot, such as sending a hundred invitations, and giving up does not undo it. */
const CHANGE_LIMIT = 60_000;

/** The coded answer that replaces one that did not arrive in time; handled like any other failure. */
function timeoutAnswer(): Response {
  const failure = { code: TIMEOUT, message: FAILURES.timeout };
  const body = JSON.stringify({ ...failure, details: null, hint: null, error: failure });
  return new Response(body, { status: 504, headers: { 'content-type': 'application/json' } });
}

/** A request with a timeout: without an answer in time it gets a coded one. */
async function limited(send: typeof fetch, input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  const isRead = ['GET', 'HEAD'].includes(init.method ?? 'GET');
  try {
    return await fetchWithin(isRead ? READ_LIMIT : CHANGE_LIMIT, send, input, init);
  } catch (error) {
    if (error instanceof TimeoutError) return timeoutAnswer();
    throw error;
  }
}

/**
 * `fetch` of the client. Without an answer in time it returns a coded one. A request that is refused with 401 was not
 * carried out and is sent again with a fresh token: this browser's clock may be wrong, and its token expired.
 */
export function authorizedFetch({
  accessToken,
  fetch: send,
}: Pick<BackendAccess, 'accessToken' | 'fetch'>): typeof fetch {
  const ask = (input: RequestInfo | URL, init: RequestInit) =>
    limited(send ?? ((...request) => fetch(...request)), input, init);
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const answer = await ask(input, { ...init, headers });
    const token = headers.get('authorization')?.replace(/^Bearer /, '') ?? null;
    if (answer.status !== 401 || token === null || !isRepeatable(init)) return answer;
    const fresh = await accessToken(token);
    if (fresh === null || fresh === token) return answer;
    headers.set('authorization', `Bearer ${fresh}`);
    return ask(input, { ...init, headers });
  };
}

/** A stream can only be sent once. */
function isRepeatable(init: RequestInit): boolean {
  return !(init.body instanceof ReadableStream);
}
