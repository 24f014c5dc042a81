/** In PostgREST, a request of these methods is carried out in a transaction that can only read, functions among them. */
const READS: readonly string[] = ['GET', 'HEAD'];

/** `fetch` that sends reads at once, and everything else when `opened` has resolved. */
export function holdingChanges(send: typeof fetch, opened: Promise<void>): typeof fetch {
  return async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (!READS.includes(method)) await opened;
    return send(input, init);
  };
}
