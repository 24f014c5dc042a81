import type { Page } from '@playwright/test';

/** Faults of a change. `answer lost` and `answer malformed`: the server did it, but the page does not learn of it. */
export const CHANGE_FAULTS = ['down', '500', '401', 'answer malformed', 'answer lost'] as const;
/**
 * `malformed` and `not JSON`: another server answers, and the real one gets no request. `hung`: no answer ever arrives.
 * `late`: the server gets the request when the test releases it.
 */
export type ChangeFault = (typeof CHANGE_FAULTS)[number] | 'malformed' | 'not JSON' | 'hung' | 'late';

const OPEN = { 'access-control-allow-origin': '*' };
/** English on purpose: no reader may see it. */
const REFUSED = { code: 'XX000', message: 'broken for the test', msg: 'broken for the test' };

/** Changes at one address of the API, which fail in the way that was set last. */
export interface BrokenChange {
  set(fault: ChangeFault): void;
  heal(): void;
  /** Lets the late ones through. */
  release(): void;
  /** How many changes the page has sent. */
  readonly sent: number;
}

/** Lets every change at an address of the API fail until it is healed. */
export async function breakChange(page: Page, path: string): Promise<BrokenChange> {
  let fault: ChangeFault | null = null;
  let sent = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (['GET', 'HEAD', 'OPTIONS'].includes(route.request().method())) return route.fallback();
      sent += 1;
      switch (fault) {
        case null:
          return route.fallback();
        case 'down':
          return route.abort('connectionrefused');
        case '500':
          return route.fulfill({ status: 500, json: REFUSED, headers: OPEN });
        case '401':
          return route.fulfill({ status: 401, json: REFUSED, headers: OPEN });
        case 'malformed':
          return route.fulfill({ json: { strange: true }, headers: OPEN });
        case 'not JSON':
          return route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Gateway</h1>', headers: OPEN });
        case 'hung':
          return new Promise(() => undefined);
        case 'late':
          await released;
          return route.fallback();
        case 'answer lost':
          await route.fetch();
          return route.abort('connectionreset');
        case 'answer malformed':
          await route.fetch();
          return route.fulfill({ json: { strange: true }, headers: OPEN });
      }
    },
  );
  return {
    set: (next) => {
      fault = next;
    },
    heal: () => {
      fault = null;
    },
    release,
    get sent() {
      return sent;
    },
  };
}
