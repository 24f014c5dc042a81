import type { Page } from '@playwright/test';
import type { RemoteDeclaration, RouteDeclaration } from '@nemus/contract';
import { watchPage } from '../leaks';

/** Two pages of the shell that show no area, with or without a session. */
const SHELL_PAGES = ['/datenschutz', '/impressum'] as const;
const [, NEUTRAL] = SHELL_PAGES;
/** Where the page has its watch; named like the portal's own globals. */
const WATCH = 'globalThis.nemusLeaks';
/**
 * Before the shell's scripts run, so that its own listeners are counted from the first one. Some transpilers name
 * functions through a function `__name`. What an earlier visit stored would count as known.
 */
const WATCH_FROM_THE_START = `
  globalThis.__name ??= (named) => named;
  document.addEventListener('readystatechange', () => {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (!/^(?:nemus|sb-)/.test(key)) storage.removeItem(key);
    ${WATCH} = (${watchPage.toString()})();
  }, { once: true });
`;
/** What the shell loads once its page stands, with or without a session: the auth client. */
const LATE_FILE = '/auth-client.';
/** Effects are cleaned up a moment after their page is left. */
const CLEAN_UP_MS = 3_000;
const LOOK_AGAIN_MS = 50;

/**
 * Visits routes of an area within one document, each from a page of the shell and back, and finds what is left behind:
 * one sentence per leak, with its route. What moving between pages of the shell leaves is the shell's own.
 */
export async function leftBehind(
  page: Page,
  { portalUrl, declaration: { name } }: { readonly portalUrl: string; readonly declaration: RemoteDeclaration },
  routes: readonly Pick<RouteDeclaration, 'path'>[],
): Promise<string[]> {
  const area = page.locator(`[data-remote="${name}"]`).first();
  const heading = page.getByRole('heading', { level: 1 }).first();
  // Within the document, and forwards: after Back, the shell listens for a while to restore the scroll position.
  const go = (path: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  const isIdle = async () => {
    await heading.waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  };
  const leaks = () => page.evaluate<string[]>(`${WATCH}?.leaks() ?? ['the document was loaded again']`);

  await page.addInitScript(WATCH_FROM_THE_START);
  await page.goto(portalUrl + NEUTRAL);
  await isIdle();
  for (const path of SHELL_PAGES) {
    const before = await heading.textContent();
    await go(path);
    await page.waitForFunction((text) => document.querySelector('h1')?.textContent !== text, before);
    await isIdle();
  }
  // What the shell loads once its page stands registers listeners of its own.
  await page.waitForFunction(
    (file) => performance.getEntriesByType('resource').some(({ name }) => name.includes(file)),
    LATE_FILE,
  );
  // Its code runs before the page is idle again.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  let known = await leaks();
  const problems: string[] = [];
  for (const { path } of routes) {
    await go(path);
    await area.waitFor({ state: 'attached' });
    await isIdle();
    await go(NEUTRAL);
    await area.waitFor({ state: 'detached' });
    await isIdle();
    let left = await leaks();
    for (
      const end = Date.now() + CLEAN_UP_MS;
      further(left, known).length > 0 && Date.now() < end;
      left = await leaks()
    )
      await page.waitForTimeout(LOOK_AGAIN_MS);
    problems.push(...further(left, known).map((leak) => `after ${path}: ${leak}`));
    known = left;
  }
  return problems;
}

/** The leaks that were not there before, each as often as it was added. */
function further(leaks: readonly string[], known: readonly string[]): string[] {
  const rest = [...known];
  return leaks.filter((leak) => {
    const at = rest.indexOf(leak);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
