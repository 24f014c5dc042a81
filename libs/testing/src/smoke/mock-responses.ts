import type { BrowserContext, Route } from '@playwright/test';

/** A mocked response. */
export interface MockResponse {
  readonly body: string | Uint8Array;
  readonly contentType: string;
}

/**
 * Answers some addresses instead of their servers, in the pages of one context only. Those servers get no request, and
 * other contexts get their real answers.
 *
 * @param answer The response of an address: `null` for 404, `undefined` to pass it on to the server.
 */
export async function mockResponses(
  context: BrowserContext,
  answer: (address: URL) => Promise<MockResponse | null | undefined>,
): Promise<void> {
  await context.route(
    ({ protocol }) => /^https?:$/.test(protocol),
    async (route) => {
      const found = await answer(new URL(route.request().url()));
      // Later routes (the network restriction) decide on every other address.
      await (found === undefined ? route.fallback() : fulfil(route, found));
    },
  );
}

function fulfil(route: Route, found: MockResponse | null): Promise<void> {
  // Like a release store: any origin may read.
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
  if (!found) return route.fulfill({ status: 404, headers, contentType: 'text/plain', body: 'Not found\n' });
  const { contentType, body } = found;
  return route.fulfill({ headers, contentType, body: typeof body === 'string' ? body : Buffer.from(body) });
}
