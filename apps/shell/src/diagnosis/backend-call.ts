import type { PortalConfig } from '../config/config';

/** Calls functions of the database as the signed-in account. */
export type BackendCall = (name: string, parameters: object) => Promise<unknown>;

/** The service refused, or did not answer. */
export class BackendCallFailed extends Error {
  override readonly name = 'BackendCallFailed';
  /** HTTP status; null when nothing answered. */
  readonly status: number | null;

  constructor(status: number | null, options?: { cause?: unknown }) {
    super(status === null ? 'The service did not answer.' : `The service answered with status ${status}.`, options);
    this.status = status;
  }
}

/** Longest wait for an answer, in milliseconds: an area may be waiting for it. */
const PATIENCE = 5_000;

/** @returns Resolves with the parsed answer, null for none; rejects with {@link BackendCallFailed}. */
export function backendCall({
  backend,
  accessToken,
  send = (input, init) => fetch(input, init),
}: {
  readonly backend: PortalConfig['supabase'];
  readonly accessToken: () => Promise<string>;
  readonly send?: typeof fetch;
}): BackendCall {
  return async (name, parameters) => {
    const answer = await request(name, parameters);
    if (!answer.ok) throw new BackendCallFailed(answer.status);
    const text = await answer.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    return body;
  };

  async function request(name: string, parameters: object): Promise<Response> {
    try {
      return await send(`${backend.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: backend.publishableKey,
          Authorization: `Bearer ${await accessToken()}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(parameters),
        signal: AbortSignal.timeout(PATIENCE),
      });
    } catch (cause) {
      throw new BackendCallFailed(null, { cause });
    }
  }
}
