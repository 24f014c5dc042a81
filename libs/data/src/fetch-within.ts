/** The request was aborted: no complete answer had arrived in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * `fetch` with a timeout that includes the body, where a connection may stall. Throws a {@link TimeoutError} after
 * `limit` milliseconds.
 */
export async function fetchWithin(
  limit: number,
  send: typeof fetch,
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<Response> {
  const giveUp = new AbortController();
  // `AbortSignal.any` is younger than the supported browsers.
  const follow = () => giveUp.abort(init.signal?.reason);
  const timer = setTimeout(() => giveUp.abort(), limit);
  try {
    init.signal?.throwIfAborted();
    init.signal?.addEventListener('abort', follow);
    const answer = await send(input, { ...init, signal: giveUp.signal });
    const body = [204, 205, 304].includes(answer.status) ? null : await answer.arrayBuffer();
    const { status, statusText, headers } = answer;
    return new Response(body, { status, statusText, headers });
  } catch (error) {
    if (giveUp.signal.aborted && !init.signal?.aborted) throw new TimeoutError('No answer in time.', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', follow);
  }
}
