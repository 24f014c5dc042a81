import type { Page } from '@playwright/test';

/** What a page has asked for. */
export interface Asked {
  readonly origins: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  /** Questions of whether another origin may be asked, which Playwright itself does not show. */
  readonly preflights: readonly string[];
}

/** Notes from now on what a page asks for over the network. */
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
