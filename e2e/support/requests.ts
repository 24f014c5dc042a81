import type { Page } from '@playwright/test';

/** A page's requests. */
export interface Asked {
  readonly origins: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  /** Preflights, which Playwright itself does not show. */
  readonly preflights: readonly string[];
}

/** Records a page's network requests from now on. */
export async function followRequests(page: Page): Promise<Asked> {
  const session = await page.context().newCDPSession(page);
  const [origins, paths, preflights] = [new Set<string>(), new Set<string>(), new Array<string>()];
  session.on('Network.requestWillBeSent', ({ request, type }) => {
    const url = new URL(request.url);
    if (!url.protocol.startsWith('http')) return;
    origins.add(url.origin);
    paths.add(url.pathname);
    if (type === 'Preflight' || request.method === 'OPTIONS') preflights.push(request.url);
  });
  await session.send('Network.enable');
  return { origins, paths, preflights };
}
