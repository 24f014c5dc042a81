import { z } from 'zod';
import type { Market } from './market';

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

interface Ask {
  readonly token?: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a function without a client library. */
export function ask({ backend, functionsUrl }: Market, name: string, { token, body, method = 'POST', headers }: Ask) {
  return fetch(`${functionsUrl}/${name}`, {
    method,
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Status, code and text of a refused answer. */
export async function refusalOf(answer: Response): Promise<[number, string, string]> {
  const { error } = refusalSchema.parse(await answer.json());
  return [answer.status, error.code, error.message];
}
