import type { BrowserContext, Route } from '@playwright/test';

/** What a page is answered. */
export interface MockResponse {
  readonly body: string | Uint8Array;
  readonly contentType: string;
}

/**
 * Answers some addresses in the place of their servers, in the pages of one context alone. Those servers hear of
 * nothing, and everybody else has what they say.
 *
 * @param answer What an address is answered: `null` where there is nothing, `undefined` where its server is asked.
 */
export async function mockResponses(
  context: BrowserContext,
  answer: (address: URL) => Promise<MockResponse | null | undefined>,
): Promise<void> {
  await context.route(
    ({ protocol }) => /^https?:$/.test(protocol),
    async (route) => {
      const found = await answer(new URL(route.request().url()));
      // The fence, which stands behind, decides about every other address.
      await (found === undefined ? route.fallback() : fulfil(route, found));
    },
  );
}

function fulfil(route: Route, found: MockResponse | null): Promise<void> {
  // As a release store answers: whoever asks may read.
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
  if (!found) return route.fulfill({ status: 404, headers, contentType: 'text/plain', body: 'Not found\n' });
  const { contentType, body } = found;
  return route.fulfill({ headers, contentType, body: typeof body === 'string' ? body : Buffer.from(body) });
}
