import { z } from 'zod';
import { authorizedFetch, type BackendAccess } from './authorized-fetch';
import type { RestAnswer } from './errors';

/** One request to the service of tables and database functions. */
export interface RestRequest {
  /** Below `/rest/v1/`, with query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; left out, the request is a GET. */
  readonly body?: object;
}

/** Asks and never rejects, as the service's own client does; `readRows` unpacks the answer. */
export type RestCall = (request: RestRequest) => Promise<RestAnswer>;

/**
 * Asks tables and database functions without the service's client: who makes two requests, such as the session before
 * the sign-in, does not need a builder of queries.
 */
export function createRestCall(access: BackendAccess): RestCall {
  const send = authorizedFetch(access);
  return async ({ path, headers, body }) => {
    try {
      const answer = await send(`${access.url}/rest/v1/${path}`, {
        headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return await unpack(answer);
    } catch (error) {
      return { data: null, error: { code: '', message: String(error) }, status: 0 };
    }
  };
}

async function unpack(answer: Response): Promise<RestAnswer> {
  const { ok, status } = answer;
  const text = await answer.text();
  const body = text === '' ? null : parsed(text);
  return ok ? { data: body, error: null, status } : { data: null, error: refusalSchema.parse(body), status };
}

/** A body that is no JSON, such as a page of something in between, is an answer of the wrong shape: `undefined`. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the service says of a refusal; a gateway in between says nothing of it. */
const refusalSchema = z
  .object({ code: z.string().catch(''), message: z.string().catch(''), hint: z.string().nullable().catch(null) })
  .catch({ code: '', message: '', hint: null });
