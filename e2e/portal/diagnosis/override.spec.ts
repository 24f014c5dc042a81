import type { Page } from '@playwright/test';
import { startStoreServer, type RunningServer } from '../../../tools/portal/src/serve/servers';
import { OVERRIDE_PORT, STORE_URL } from '../../environment';
import { expect, expectAccessible, type DemoAccount } from '../../support/test';
import { stopAfterPages } from '../../support/servers';
import { loginOf } from '../../support/session';
import { test as base } from '../releases/own-store';

const OLD = 'Früherer Bereich';
const NEW = 'Gesunder Bereich';
const KEY = 'nemus.override';

/** `build`: a team's own build, served from the one origin that the portal lists; its address. */
const test = base.extend<{ build: string }>({
  build: async ({ context, ownStore }, use) => {
    const server: RunningServer = await startStoreServer({ folder: ownStore.folder, port: OVERRIDE_PORT });
    await use(`${server.origin}/releases/sound/${ownStore.versions[1]}/`);
    await stopAfterPages(context, () => server.close());
  },
});
// One after the other: they share the listed origin.
test.describe.configure({ mode: 'default' });

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const lineFor = (url: string, until = inSeconds(3_600)) => JSON.stringify({ remote: 'sound', url, until });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'sound' });

/** Pastes a line into the panel that is open. */
async function take(page: Page, line: string) {
  await page.getByLabel('Zeile der Kommandozeile').fill(line);
  await page.getByRole('button', { name: 'Umleitung starten' }).click();
}

async function openArea(page: Page) {
  await page.getByRole('link', { name: 'Gesund', exact: true }).click();
}

test('accepts the line of the command line, shows it on every page, and ends with one click', async ({
  page,
  openAs,
  ownStore,
  build,
}) => {
  await ownStore.serveTo(page);
  await openAs('operator', '/diagnose');
  const printed = await ownStore.tell('override', 'sound', '--url', build);
  await take(page, printed.split('\n').find((line) => line.startsWith('{')) ?? '');
  await expect(banner(page)).toContainText(build);
  await expectAccessible(page);

  await openArea(page);
  await expect(heading(page, NEW)).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await page.reload();
  await expect(heading(page, NEW)).toBeVisible();
  await page.getByRole('link', { name: 'Impressum' }).click();
  await expect(heading(page, 'Impressum')).toBeVisible();
  await expect(banner(page)).toBeInViewport();
  await page.getByRole('link', { name: 'Diagnose', exact: true }).click();
  await expect(
    page.getByRole('table', { name: 'Liste der Bereiche' }).getByRole('row', { name: /Gesund/ }),
  ).toContainText('Umleitung');

  // In the middle of the area: one click, and the release is back.
  await openArea(page);
  await expect(heading(page, NEW)).toBeVisible();
  await page.getByRole('button', { name: 'Umleitung beenden' }).click();
  await expect(heading(page, OLD)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(heading(page, OLD)).toBeVisible();
});

test('accepts a release that is published and not promoted', { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page);
  await openAs('operator', '/diagnose');
  await take(page, lineFor(`${STORE_URL}/releases/sound/${ownStore.versions[1]}/`));
  await openArea(page);
  await expect(heading(page, NEW)).toBeVisible();
});

test('expires, and never in the middle of work', { tag: '@soak' }, async ({ page, openAs, ownStore, build }) => {
  await ownStore.serveTo(page);
  await page.clock.install();
  await openAs('operator', '/diagnose');
  await take(page, lineFor(build));
  await openArea(page);
  await expect(heading(page, NEW)).toBeVisible();
  // An hour that passes while a script is on its way is a script that never came.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward('01:00:01');
  await expect(page.getByText('Die Umleitung von sound ist abgelaufen')).toBeVisible();
  await expect(heading(page, NEW)).toBeVisible();
  await page.getByRole('link', { name: 'Impressum' }).click();
  await expect(heading(page, 'Impressum')).toBeVisible();
  await openArea(page);
  await expect(heading(page, OLD)).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
});

for (const [what, line, reason] of [
  ['an unlisted origin', () => lineFor('http://localhost:1/'), 'steht nicht auf der Liste'],
  ['its end in the past', (url: string) => lineFor(url, inSeconds(-1)), 'abgelaufen'],
  ['more than a working day', (url: string) => lineFor(url, inSeconds(9 * 3_600)), 'höchstens acht Stunden'],
  ['another area', (url: string) => lineFor(url).replace('sound', 'nothing'), 'gibt es im Verzeichnis nicht'],
  ['text', () => 'http://localhost:1/', 'keine Umleitung'],
] as const) {
  test(`is refused with ${what}`, { tag: '@soak' }, async ({ page, openAs, ownStore, build }) => {
    await ownStore.serveTo(page);
    await openAs('operator', '/diagnose');
    await take(page, line(build));
    await expect(page.getByRole('region', { name: 'Umleitung' })).toContainText(reason);
    await expect(page.getByRole('button', { name: 'Umleitung beenden' })).toHaveCount(0);
  });
}

/** Writes into the browser's storage before the page runs, as a user or a script could. */
async function forge(page: Page, value: string) {
  await page.addInitScript(
    ([key, text]) => {
      if (location.protocol.startsWith('http')) localStorage.setItem(key, text);
    },
    [KEY, value] as const,
  );
}

test.describe('written into the storage by hand', () => {
  const REFUSED = /Die Umleitung in diesem Browser gilt nicht/;

  for (const [what, value] of [
    ['a whole override', (url: string) => lineFor(url)],
    ['an unknown id', () => JSON.stringify({ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' })],
    ['an id with an address beside it', (url: string) => JSON.stringify({ id: crypto.randomUUID(), url })],
  ] as const) {
    test(
      `is refused: ${what}`,
      { tag: what === 'a whole override' ? [] : ['@soak'] },
      async ({ page, openAs, ownStore, build }) => {
        await ownStore.serveTo(page);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        await forge(page, value(build));
        // It is no matter of the address either.
        const query = new URLSearchParams({ override: lineFor(build), remote: 'sound', url: build });
        await openAs('operator', `/sound?${query}#${query}`);
        await expect(heading(page, OLD)).toBeVisible();
        await expect(page.getByText(REFUSED)).toBeVisible();
        expect(asked.filter((url) => url.startsWith(build))).toEqual([]);
      },
    );
  }

  test('is refused: the id of another account with the right; the database grants this one none', async ({
    page,
    openAs,
    ownStore,
    build,
    storedSession,
  }) => {
    await expect(openInDatabase('piw', build, storedSession)).rejects.toThrow(/403.*not_allowed/s);
    const id = await openInDatabase('operator', build, storedSession);
    await ownStore.serveTo(page);
    await forge(page, JSON.stringify({ id }));
    await openAs('piw', '/sound');
    await expect(heading(page, OLD)).toBeVisible();
    await expect(page.getByText(REFUSED)).toBeVisible();
  });

  test(
    'is refused: an origin that is on the list no more',
    { tag: '@soak' },
    async ({ page, openAs, ownStore, build, storedSession }) => {
      const id = await openInDatabase('operator', build, storedSession);
      await ownStore.serveTo(page, { overrideOrigins: [] });
      await forge(page, JSON.stringify({ id }));
      await openAs('operator', '/sound');
      await expect(heading(page, OLD)).toBeVisible();
      await expect(page.getByText('steht nicht auf der Liste')).toBeVisible();
    },
  );
});

/** Makes an override as an account, past the panel. @returns Its id. */
async function openInDatabase(
  account: DemoAccount,
  url: string,
  storedSession: (account: DemoAccount) => Promise<string>,
): Promise<string> {
  const { url: api, key, accessToken } = await loginOf(account, storedSession);
  const answer = await fetch(`${api}/rest/v1/rpc/nemus_open_release_override`, {
    method: 'POST',
    headers: { apikey: key, Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ p_environment: 'local', p_remote: 'sound', p_url: url, p_until: inSeconds(3_600) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return String(await answer.json());
}
