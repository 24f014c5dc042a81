import { Problem, textOf } from './problem';

/** The part of `fetch` that is needed here. */
export type Fetch = (url: string, init: { signal: AbortSignal }) => Promise<Response>;

/**
 * Bytes behind an address. Throws a `Problem`: `network` when nothing answered, `http` for an error status, `timeout`
 * when the answer was not complete in time.
 */
export async function fetchBytes(fetch: Fetch, url: string, timeoutMs: number): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Problem('http', `${url} answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (signal.aborted) throw new Problem('timeout', `${url} did not answer within ${timeoutMs} ms.`, { cause: error });
    throw new Problem('network', `${url} cannot be reached: ${textOf(error)}`, { cause: error });
  }
}
