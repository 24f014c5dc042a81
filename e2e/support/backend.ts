import type { Page } from '@playwright/test';

/** Duration of a slow answer, in ms: long enough to see a skeleton. */
const SLOW = 700;

/** Every table answers late, so that the page shows how it waits. */
export async function slowTables(page: Page) {
  await page.route('**/rest/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW));
    await route.continue();
  });
}

/** A table answers with these rows, whatever the database contains. */
export async function answerTable(page: Page, table: string, rows: readonly unknown[]) {
  await page.route(
    (url) => url.pathname === `/rest/v1/${table}`,
    (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
      const limit = Number(new URL(route.request().url()).searchParams.get('limit') ?? rows.length);
      const part = rows.slice(from, from + limit);
      return route.fulfill({
        json: part,
        headers: {
          'content-range': `${from}-${from + part.length - 1}/${rows.length}`,
          'access-control-expose-headers': 'content-range',
          'access-control-allow-origin': '*',
        },
      });
    },
  );
}

/** A table refuses until the returned function is called. */
export async function breakTable(page: Page, table: string): Promise<() => void> {
  let broken = true;
  await page.route(
    (url) => url.pathname === `/rest/v1/${table}`,
    (route) =>
      broken && route.request().method() !== 'OPTIONS'
        ? route.fulfill({
            status: 400,
            json: { code: '42P01', message: 'broken for the test' },
            headers: { 'access-control-allow-origin': '*' },
          })
        : route.continue(),
  );
  return () => {
    broken = false;
  };
}

/** A function answers with this body. */
export async function answerFunction(page: Page, name: string, answer: () => { status?: number; body: unknown }) {
  await page.route(`**/functions/v1/${name}`, (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue();
    const { status = 200, body } = answer();
    return route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } });
  });
}

/**
 * Sum of the layout shifts without user input (web.dev/cls), since the page's heading was shown: the area's
 * responsibility. Call {@link watchLayoutShift} before the page opens.
 */
export function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'nemusLayoutShift') ?? 0));
}

/** Begins to add up layout shifts. */
export async function watchLayoutShift(page: Page) {
  await page.addInitScript(() => {
    Reflect.set(window, 'nemusLayoutShift', 0);
    new PerformanceObserver((list) => {
      if (document.querySelector('main h1') === null) return;
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue;
        const sum = Number(Reflect.get(window, 'nemusLayoutShift')) + Number(Reflect.get(entry, 'value'));
        Reflect.set(window, 'nemusLayoutShift', sum);
      }
    }).observe({ type: 'layout-shift' });
  });
}
