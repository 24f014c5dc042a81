import type { Page } from '@playwright/test';

/** What a change can suffer. `answer lost` and `answer malformed`: the server did it, and the page does not hear of it. */
export const CHANGE_FAULTS = ['down', '500', '401', 'answer malformed', 'answer lost'] as const;
export type ChangeFault = (typeof CHANGE_FAULTS)[number];

const OPEN = { 'access-control-allow-origin': '*' };
const REFUSED = { code: 'XX000', message: 'broken for the test' };

/** Lets every change at an address of the API fail until it is healed. */
export async function breakChange(page: Page, path: string) {
  let fault: ChangeFault | null = null;
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (fault === null || ['GET', 'HEAD', 'OPTIONS'].includes(route.request().method())) return route.continue();
      if (fault === 'down') return route.abort('connectionrefused');
      if (fault === '500') return route.fulfill({ status: 500, json: REFUSED, headers: OPEN });
      if (fault === '401') return route.fulfill({ status: 401, json: REFUSED, headers: OPEN });
      await route.fetch();
      return fault === 'answer lost'
        ? route.abort('connectionreset')
        : route.fulfill({ json: { strange: true }, headers: OPEN });
    },
  );
  return {
    set: (next: ChangeFault) => {
      fault = next;
    },
    heal: () => {
      fault = null;
    },
  };
}
