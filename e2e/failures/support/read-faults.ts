import type { Page, Route } from '@playwright/test';

const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'content-range' };

/** Faults of a read. `hung`: the connection is open, but no answer arrives. */
export const READ_FAULTS = ['down', '500', '401', 'malformed', 'not JSON', 'hung'] as const;
export type ReadFault = (typeof READ_FAULTS)[number];

function answer(route: Route, fault: ReadFault): Promise<void> {
  if (fault === 'down') return route.abort('connectionrefused');
  if (fault === '500') return route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' }, headers: OPEN });
  if (fault === '401') {
    return route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' }, headers: OPEN });
  }
  if (fault === 'not JSON') {
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Gateway</h1>', headers: OPEN });
  }
  if (fault === 'malformed') {
    return route.fulfill({ json: [{ strange: true }], headers: { ...OPEN, 'content-range': '0-0/1' } });
  }
  return new Promise(() => undefined);
}

/** Lets one read fail until it is healed, in the way that was set last. */
export async function breakRead(page: Page, read: string) {
  let fault: ReadFault | null = null;
  await page.route(
    (url) => url.pathname === `/rest/v1/${read}`,
    (route) => (fault === null || route.request().method() === 'OPTIONS' ? route.continue() : answer(route, fault)),
  );
  return {
    set: (next: ReadFault) => {
      fault = next;
    },
    heal: () => {
      fault = null;
    },
  };
}

/** A read whose answers wait for the test. */
export interface LateRead {
  /** The page's requests so far: method, address and body of each. */
  readonly asked: readonly string[];
  /** Lets every answer through, those to come too. */
  release(): void;
}

/** Holds the answers to one read until they are released: late, but right. */
export async function delayRead(page: Page, read: string): Promise<LateRead> {
  const asked: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname === `/rest/v1/${read}`,
    async (route) => {
      const request = route.request();
      if (request.method() !== 'OPTIONS') {
        asked.push([request.method(), request.url(), request.postData() ?? ''].join(' '));
        await released;
      }
      await route.fallback();
    },
  );
  return { asked, release };
}
