import type { Page } from '@playwright/test';
import { expect, test } from './fixture-portal';

const open = (page: Page, remote: string) => page.getByRole('button', { name: remote, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const tamperedCodeRan = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'tamperedCodeRan'));

/** The failure card, once it is shown. */
async function expectFailure(page: Page, kind: string, remote: string) {
  await expect(page.getByRole('alert')).toHaveText(new RegExp(`^${kind} ${remote} [A-Z2-9]{4}-[A-Z2-9]{4}$`));
  // Nothing of the area is left next to the card.
  await expect(page.locator('[data-remote]')).toHaveCount(0);
}

/** The rest of the portal works: another area opens without a reload. */
async function expectTheRestWorks(page: Page) {
  await open(page, 'sound');
  await expect(heading(page, 'Gesunder Bereich')).toBeVisible();
}

test.beforeEach(async ({ page, portal }) => {
  await page.goto(portal.shell.origin);
  await expect(page.getByRole('button', { name: 'sound' })).toBeVisible();
});

test('an area comes from another origin when it is first needed, and leaves without a trace', async ({
  page,
  portal,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await open(page, 'sound');
  await expect(heading(page, 'Gesunder Bereich')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await page.getByRole('button', { name: 'Mehr' }).click();
  await expect(page.getByText('Einzelheiten')).toHaveCSS('color', 'rgb(4, 5, 6)');
  const files = fetched.filter((url) => url.startsWith(portal.store.origin));
  expect(files.filter((url) => !url.startsWith(`${portal.store.origin}/releases/sound/`))).toEqual([]);
  // Nothing is requested twice: the early requests are the ones that are used.
  expect(files).toHaveLength(new Set(files).size);

  await open(page, 'throwing');
  await expect(page.getByRole('alert')).toBeVisible();
  /** Whether the area's style sheet applies to the document, also outside of the area. */
  const documentStyles = () =>
    page.evaluate(() => {
      const probe = document.createElement('i');
      probe.className = 'sound-probe';
      document.body.append(probe);
      const value = getComputedStyle(probe).getPropertyValue('--sound-styles');
      probe.remove();
      return value;
    });
  expect(await documentStyles()).toBe('');
  await expect(page.locator(`link[rel="stylesheet"][href*="/sound/"]`)).toHaveCount(0);

  await open(page, 'sound');
  await expect(heading(page, 'Gesunder Bereich')).toHaveCSS('color', 'rgb(1, 2, 3)');
  expect(await documentStyles()).toContain('present');
});

for (const [what, file] of [
  ['the entry', /^remoteEntry\.js$/],
  ['the first chunk', /^expose-app\..*\.js$/],
  ['a stylesheet', /^expose-app\..*\.css$/],
  ['the release document', /^release\.json$/],
] as const) {
  test(`${what} with a changed byte is refused: the previous release is shown, or a card if there is none`, async ({
    page,
    portal,
  }) => {
    await portal.tamper('sound', file);
    await open(page, 'sound');
    await expect(heading(page, 'Früherer Bereich')).toBeVisible();
    expect(await tamperedCodeRan(page)).toBeUndefined();

    await portal.changeEntry('sound', (entry) => ({ ...entry, lastGood: [] }));
    await page.reload();
    await open(page, 'sound');
    await expectFailure(page, 'integrity', 'sound');
    expect(await tamperedCodeRan(page)).toBeUndefined();
    await open(page, 'throwing');
    await expectFailure(page, 'render', 'throwing');
  });
}

for (const [what, file] of [
  ['script', /^(?!expose|remote).*\.js$/],
  ['stylesheet', /^(?!expose|remote).*\.css$/],
] as const) {
  test(`a lazy ${what} with a changed byte is refused: the area continues with the previous release, or a card`, async ({
    page,
    portal,
  }) => {
    await portal.tamper('sound', file);
    await open(page, 'sound');
    await page.getByRole('button', { name: 'Mehr' }).click();
    await expect(heading(page, 'Früherer Bereich')).toBeVisible();
    expect(await tamperedCodeRan(page)).toBeUndefined();

    await portal.changeEntry('sound', (entry) => ({ ...entry, lastGood: [] }));
    await page.reload();
    await open(page, 'sound');
    await page.getByRole('button', { name: 'Mehr' }).click();
    await expectFailure(page, 'integrity', 'sound');
    expect(await tamperedCodeRan(page)).toBeUndefined();
    await open(page, 'throwing');
    await expectFailure(page, 'render', 'throwing');
  });
}

test('an area that uses what this shell lacks is replaced by the previous release, or is refused by name before any of its scripts run', async ({
  page,
  portal,
}) => {
  await portal.useName('sound', '@nemus/ui', 'FromTomorrow');
  await page.reload();
  await open(page, 'sound');
  await expect(heading(page, 'Früherer Bereich')).toBeVisible();

  await portal.changeEntry('sound', (entry) => ({ ...entry, lastGood: [] }));
  await page.reload();
  // What scripts of a release leave in the page: the container's global, and the array of its chunks.
  const left = () => page.evaluate(() => Object.keys(globalThis).filter((name) => /(sound|throwing)/.test(name)));
  await open(page, 'sound');
  await expectFailure(page, 'contract', 'sound');
  await expect(page.getByRole('main')).toContainText('@nemus/ui: FromTomorrow');
  expect(await left()).toEqual([]);
  expect(await page.locator('script[src*="/releases/"]').count()).toBe(0);

  await open(page, 'throwing');
  await expectFailure(page, 'render', 'throwing');
  expect(await left()).not.toEqual([]);
});

test('a file without a known hash is never requested as code', async ({ page, portal }) => {
  await portal.forgetHash('sound', 'remoteEntry.js');
  await page.reload();
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await open(page, 'sound');
  await expectFailure(page, 'integrity', 'sound');
  expect(scripts.filter((url) => url.includes('remoteEntry'))).toEqual([]);
});

test('a release for another contract, and an area that is switched off, are not fetched at all', async ({
  page,
  portal,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  for (const [kind, change] of [
    ['contract', { contract: '^9.0.0' }],
    ['disabled', {}],
  ] as const) {
    await portal.changeEntry('sound', (entry) => ({
      ...entry,
      lastGood: [],
      stable: { ...entry.stable, ...change },
      ...(kind === 'disabled' && { enabled: false, disabledReason: 'Wartung' }),
    }));
    await page.reload();
    await open(page, 'sound');
    await expectFailure(page, kind, 'sound');
  }
  expect(fetched.filter((url) => url.includes('/releases/'))).toEqual([]);
});

test('navigation does not wait for an area that is still mounting; one without the boundary of the contract is given up', async ({
  page,
}) => {
  for (const remote of ['hanging', 'unguarded']) {
    await open(page, remote);
    await expect(page.locator('main')).toHaveAttribute('data-state', 'mounting');
    await expectTheRestWorks(page);
    await expect(page.locator('[data-remote]')).toHaveCount(1);
  }
  await open(page, 'unguarded');
  await expectFailure(page, 'mount-timeout', 'unguarded');
  await expectTheRestWorks(page);
});

test('an area that throws during evaluation is distinguished from one that cannot be fetched', async ({ page }) => {
  await open(page, 'unevaluable');
  await expectFailure(page, 'execution', 'unevaluable');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expectFailure(page, 'execution', 'unevaluable');
  await expectTheRestWorks(page);
});

for (const [what, file] of [
  ['the release document', /^release\.json$/],
  ['the first chunk', /^expose-app\..*\.js$/],
  ['a stylesheet', /^expose-app\..*\.css$/],
] as const) {
  test(`without ${what} the card says so, and its retry works once it is back`, async ({ page, portal }) => {
    await portal.changeEntry('sound', (entry) => ({ ...entry, lastGood: [] }));
    await page.reload();
    const bringBack = await portal.hide('sound', file);
    await open(page, 'sound');
    await expectFailure(page, 'http', 'sound');
    await bringBack();
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(heading(page, 'Gesunder Bereich')).toHaveCSS('color', 'rgb(1, 2, 3)');
    // The further attempt is a whole container: its lazy parts work as well.
    await page.getByRole('button', { name: 'Mehr' }).click();
    await expect(page.getByText('Einzelheiten')).toBeVisible();
  });
}

test('a lost lazy script is reported as one, and retry works once it is back', async ({ page, portal }) => {
  const bringBack = await portal.hide('sound', /^(?!expose|remote).*\.js$/);
  await open(page, 'sound');
  await page.getByRole('button', { name: 'Mehr' }).click();
  await expectFailure(page, 'chunk', 'sound');
  await bringBack();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await page.getByRole('button', { name: 'Mehr' }).click();
  await expect(page.getByText('Einzelheiten')).toBeVisible();
});

test('an unavailable store is distinguished from one without a file', async ({ page, portal }) => {
  await portal.store.close();
  await open(page, 'sound');
  await expectFailure(page, 'network', 'sound');
});

test('the user can go to the release before', async ({ page, portal }) => {
  await portal.hide('sound', /^(?!expose|remote).*\.js$/);
  await open(page, 'sound');
  await page.getByRole('button', { name: 'Mehr' }).click();
  await expectFailure(page, 'chunk', 'sound');
  await page.getByRole('button', { name: 'Vorherige Version' }).click();
  await expect(heading(page, 'Früherer Bereich')).toBeVisible();
  // The choice lasts for the session.
  await open(page, 'throwing');
  await expectFailure(page, 'render', 'throwing');
  await open(page, 'sound');
  await expect(heading(page, 'Früherer Bereich')).toBeVisible();
});

test('pieces of an area are shown elsewhere, several at a time', async ({ page }) => {
  await page.getByRole('button', { name: 'Slot' }).click();
  await expect(page.locator('aside')).toHaveAttribute('data-state', 'ready');
  await page.getByRole('button', { name: 'Slot' }).click();
  await expect(page.getByText('Guthaben (card)')).toHaveCount(2);
  await expectTheRestWorks(page);
});

test.describe('with a short time limit for scripts', () => {
  test.use({ limits: { documentMs: 5_000, entryMs: 700, loadMs: 5_000, mountMs: 1_500, unmountMs: 500 } });

  test('an entry that never arrives is given up, and retry works once it does', async ({ page, portal }) => {
    await portal.changeEntry('sound', (entry) => ({ ...entry, lastGood: [] }));
    await page.reload();
    await page.route(/remoteEntry\.js/, () => undefined);
    await open(page, 'sound');
    await expectFailure(page, 'timeout', 'sound');
    await page.unroute(/remoteEntry\.js/);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(heading(page, 'Gesunder Bereich')).toBeVisible();
  });
});
