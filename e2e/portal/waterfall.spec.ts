import { PORTAL_URL, STORE_URL } from '../environment';
import { saveData } from '../support/save-data';
import { stableRelease } from '../support/store';
import { expect, expectPageReady, test, type DemoRole } from '../support/test';

/** Requests of a screen: code of shell and areas, release documents, and reads of the backend. */
function isOfTheScreen(url: string): boolean {
  // The bell, and what a page may need later, when the page is idle.
  if (/nemus_unread_notifications|\/(?:unread|notifications|auth|auth-client|forms|parts)\.\w+\.js$/.test(url))
    return false;
  return (
    /\/assets\/.*\.(js|css)$/.test(url) ||
    url.startsWith(`${STORE_URL}/releases/`) ||
    url.startsWith(`${STORE_URL}/registry/`) ||
    url.startsWith(`${PORTAL_URL}/rest/`)
  );
}

/** How much a dashboard reads, the profile included. */
const READS: Readonly<Record<DemoRole, number>> = { piw: 7, institution: 5 };

for (const role of ['piw', 'institution'] satisfies DemoRole[]) {
  test(
    `the page itself requests all of a dashboard that was seen before, and nothing twice (${role})`,
    { tag: role === 'piw' ? ['@early-start'] : ['@early-start', '@soak'] },
    async ({ page, openAs }) => {
      // Only the screen, without the preloads of an idle page.
      await saveData(page);
      await openAs(role, '/dashboard');
      const remembered = () => page.evaluate(() => localStorage.getItem('nemus.start') ?? '');
      // Files of the page itself are remembered when they have arrived, reads when they were made.
      await expect.poll(remembered).toContain('"reads":[{');
      let before = '';
      await expect
        .poll(
          async () => {
            const now = await remembered();
            const same = now === before;
            before = now;
            return same;
          },
          { intervals: [2_000] },
        )
        .toBe(true);

      // No script of the shell runs before this promise: until then only the page sends requests.
      let open: () => void = () => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      await page.route(/\/assets\/main\.\w+\.js$/, async (route) => {
        await opened;
        await route.continue();
      });
      const asked: string[] = [];
      page.on('request', (request) => {
        if (['GET', 'HEAD'].includes(request.method()) && isOfTheScreen(request.url())) asked.push(request.url());
      });
      await page.reload({ waitUntil: 'commit' });
      await expect.poll(() => asked.filter((url) => url.startsWith(`${PORTAL_URL}/rest/`)).length).toBe(READS[role]);
      await expect.poll(() => asked.some((url) => url.includes('/expose-app.'))).toBe(true);
      expect(await page.evaluate(() => document.querySelector('[data-area]'))).toBeNull();
      const byThePage = [...asked];

      open();
      await expectPageReady(page);
      expect(asked.slice(byThePage.length)).toEqual([]);
      expect(byThePage.toSorted()).toEqual([...new Set(byThePage)].toSorted());
    },
  );
}

test(
  "a page at rest asks for what the menu's other areas begin with, runs none of it, and a click asks for none of it again",
  { tag: '@early-start' },
  async ({ page, openAs }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openAs('piw', '/dashboard');
    const ofElearning = () => asked.filter((url) => url.startsWith(`${STORE_URL}/releases/elearning/`));
    await expect.poll(() => ofElearning().some((url) => url.includes('/expose-app.'))).toBe(true);
    expect(asked.some((url) => url.includes('/releases/institution/'))).toBe(false);
    const { container } = await stableRelease('elearning');
    expect(await page.evaluate((name) => Reflect.has(globalThis, name), container)).toBe(false);

    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const begins = /\/elearning\/.*\/(remoteEntry|expose-app[^/]*)\.js$/;
    const fetched: string[] = [];
    network.on('Network.responseReceived', ({ response: { url, fromDiskCache = false } }) => {
      if (begins.test(url) && !fromDiskCache) fetched.push(url);
    });
    const document = ofElearning().filter((url) => url.endsWith('/release.json'));
    await page.getByRole('link', { name: 'E-Learning' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'E-Learning' })).toBeVisible();
    expect(await page.evaluate((name) => Reflect.has(globalThis, name), container)).toBe(true);
    expect(ofElearning().filter((url) => url.endsWith('/release.json'))).toEqual(document);
    expect(fetched).toEqual([]);
  },
);

test('no early answer reaches another account', { tag: '@early-start' }, async ({ page, openAs, storedSession }) => {
  await openAs('piw', '/dashboard');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nemus.start') ?? '')).toContain('"reads":[{');
  const other = await storedSession('institution');
  await page.addInitScript((stored) => localStorage.setItem('nemus-auth', stored), other);
  await page.reload();
  await expectPageReady(page);
  await expect(page.getByText('Verfügbare Credits').first()).toBeVisible();
  await expect(page.getByText('Miriam')).toHaveCount(0);
});

test(
  'what every area needs is preloaded while a password is typed, and the dashboards of both account types',
  { tag: '@early-start' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const hasAskedForAreas = () => asked.some((path) => path.startsWith('/assets/areas.'));
    await page.goto('/auth');
    await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    expect(hasAskedForAreas()).toBe(false);
    await page.getByLabel('E-Mail').focus();
    await expect.poll(hasAskedForAreas).toBe(true);
    const areas = () => new Set(asked.flatMap((path) => /^\/releases\/([^/]+)\//.exec(path)?.[1] ?? []));
    await expect.poll(() => [...areas()].sort()).toEqual(['institution', 'trainee']);
  },
);
