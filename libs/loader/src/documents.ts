import { SYSTEM_CLOCK } from './clock';
import { Problem, textOf } from './problem';

/** The part of `fetch` that is needed here. */
export type Fetch = (url: string, init: { signal: AbortSignal } & FetchHow) => Promise<Response>;

/** How a file is requested. */
export interface FetchHow {
  /** The hash that the browser checks the bytes against. */
  readonly integrity?: string;
  /** `low` for what nothing is waiting for. */
  readonly priority?: 'low';
}

/** An answer with its bytes. */
export interface FetchedFile {
  readonly bytes: Uint8Array;
  /** Media type as the server names it, without parameters; empty when it names none. */
  readonly type: string;
}

/** Bytes behind an address; see {@link fetchFile}. */
export async function fetchBytes(fetch: Fetch, url: string, timeoutMs: number, how?: FetchHow): Promise<Uint8Array> {
  return (await fetchFile(fetch, url, timeoutMs, how)).bytes;
}

/**
 * Fetches an address. Throws a `Problem`: `network` when nothing answered, `http` for an error status, `timeout` when
 * the answer was not complete in time.
 */
export async function fetchFile(fetch: Fetch, url: string, timeoutMs: number, how?: FetchHow): Promise<FetchedFile> {
  const limit = new AbortController();
  const { signal } = limit;
  const done = new AbortController();
  // Not `AbortSignal.timeout`: it counts time in which the page could not look at the answer.
  void SYSTEM_CLOCK.sleep(timeoutMs, done.signal).then(() => limit.abort());
  try {
    const response = await fetch(url, { ...how, signal });
    if (!response.ok) throw new Problem('http', `${url} answered ${response.status}.`);
    const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';');
    return { bytes: new Uint8Array(await response.arrayBuffer()), type: type.trim().toLowerCase() };
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (signal.aborted) throw new Problem('timeout', `${url} did not answer within ${timeoutMs} ms.`, { cause: error });
    throw new Problem('network', `${url} cannot be reached: ${textOf(error)}`, { cause: error });
  } finally {
    done.abort();
  }
}
