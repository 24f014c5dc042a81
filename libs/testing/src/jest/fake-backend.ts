/** Answers one request of an area. */
export type FakeBackend = (request: Request) => Response | Promise<Response>;

/** Every table is empty: lists are `[]`, single rows are missing (PGRST116), functions do not exist. */
export const emptyDatabase: FakeBackend = (request) => {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/rest/v1/')) return json(404, { message: 'Not found' });
  if (request.headers.get('accept')?.includes('vnd.pgrst.object')) {
    return json(406, { code: 'PGRST116', message: 'JSON object requested, multiple (or no) rows returned' });
  }
  return json(200, pathname.startsWith('/rest/v1/rpc/') ? null : [], { 'content-range': '*/0' });
};

/** Nothing works: every request ends with a server error. */
export const brokenBackend: FakeBackend = () => json(503, { message: 'Service unavailable' });

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/**
 * Replaces the network with a backend. Needs `@jest-environment ../../jest.browser.mjs`, since jsdom has no fetch.
 * Returns the requests so far, and a function that restores the network.
 */
export function installBackend(answer: FakeBackend): { requests: readonly Request[]; uninstall: () => void } {
  const original = globalThis.fetch;
  const requests: Request[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    return answer(request);
  };
  return {
    requests,
    uninstall: () => {
      globalThis.fetch = original;
    },
  };
}
