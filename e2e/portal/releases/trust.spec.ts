import { z } from 'zod';
import { expect } from '../../support/test';
import { unknownSigner, test, type OwnStore } from './own-store';

const OLD = 'Früherer Bereich';
const NEW = 'Gesunder Bereich';
const LEFT_OUT = /Ein Bereich fehlt gerade, weil seine Freigabe nicht geprüft werden konnte/;

test(
  'a downgraded entry is refused, and what was accepted stays',
  { tag: '@soak' },
  async ({ page, openAs, ownStore }) => {
    await ownStore.serveTo(page);
    const before = await ownStore.readRegistry();
    await ownStore.promote(ownStore.versions[1]);
    await openAs('piw', '/sound');
    await expect(page.getByRole('heading', { level: 1, name: NEW })).toBeVisible();

    await ownStore.writeRegistry(before);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: NEW })).toBeVisible();
  },
);

test('a forged entry is refused, and what was accepted stays', { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page);
  await openAs('piw', '/sound');
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();

  await ownStore.forge({ title: 'Nicht vom Team' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
  await expect(page.getByText(LEFT_OUT)).toBeHidden();
});

test(
  'a forged entry is left out if nothing was accepted before, and the page says so',
  { tag: '@soak' },
  async ({ page, openAs, ownStore }) => {
    await ownStore.serveTo(page);
    await ownStore.forge({ title: 'Nicht vom Team' });
    await openAs('piw', '/sound');
    await expect(page.getByText(LEFT_OUT)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Gesund', exact: true })).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);

test('an expired entry is left out, and the page says so', { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page);
  await ownStore.promote(ownStore.versions[1], { validForDays: 1e-6 });
  // The document around the entries is unsigned: an attacker with access to the store can set any time.
  await ownStore.forge({}, { expiresAt: '2099-01-01T00:00:00.000Z' });
  await openAs('piw', '/sound');
  await expect(page.getByText(LEFT_OUT)).toBeVisible();
});

const MENU = [{ id: 'sound', path: '/sound', label: 'Fremd', icon: 'area', order: 1 }];
for (const [what, attack] of [
  ['re-signed by a stranger', async (store) => store.resign(await unknownSigner(), { title: 'Fremd', menu: MENU })],
  [
    're-signed by another team, whose key is pinned',
    async (store) => store.resign(await store.otherTeam(), { title: 'Fremd', menu: MENU }),
  ],
  ['stripped of its signature', async (store) => store.forge({ signature: undefined })],
  [
    'with another release under its signature',
    async (store) => store.forge({ stable: await store.pointerTo(store.versions[1]) }),
  ],
  ['with a menu entry more', async (store) => store.forge({ menu: MENU })],
  ['with a path more', async (store) => store.forge({ routes: [{ path: '/dashboard', layout: 'none', title: 'x' }] })],
] as const satisfies readonly (readonly [string, (store: OwnStore) => Promise<void>])[]) {
  const title = `an entry ${what} is refused, and what was accepted stays`;
  test(title, { tag: what === 'with a menu entry more' ? [] : ['@soak'] }, async ({ page, openAs, ownStore }) => {
    await ownStore.otherTeam();
    await ownStore.serveTo(page);
    await openAs('piw', '/sound');
    await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
    await attack(ownStore);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Gesund', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Fremd' })).toHaveCount(0);
    // A browser that never saw the true one does without the area.
    await page.evaluate(() => localStorage.removeItem('nemus.registry'));
    await page.reload();
    await expect(page.getByText(LEFT_OUT)).toBeVisible();
    await expect(page.getByRole('link', { name: /Fremd|Gesund/ })).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test('a release that its team did not sign never runs, although its entry is in order', async ({
  page,
  openAs,
  ownStore,
}) => {
  await ownStore.serveTo(page);
  await ownStore.promoteForeign('sound-throwing');
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await openAs('piw', '/sound');
  // The release before it was signed.
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
  expect(scripts.filter((url) => url.includes('/1.1.0-'))).toEqual([]);
});

test('an entry whose key is retired is left out', { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page, { trustedKeys: await ownStore.trust({ notAfter: '2026-01-01T00:00:00.000Z' }) });
  await openAs('piw', '/sound');
  await expect(page.getByText(LEFT_OUT)).toBeVisible();
});

test(
  'the document of another environment, and one past its time, are not taken',
  { tag: '@soak' },
  async ({ page, openAs, ownStore }) => {
    await ownStore.serveTo(page);
    await openAs('piw', '/sound');
    for (const around of [{ environment: 'production' }, { expiresAt: '2020-01-01T00:00:00.000Z' }]) {
      const before = await ownStore.readRegistry();
      await ownStore.forge({}, around);
      await page.reload();
      await expect(page.getByText(/Sie sehen den letzten bekannten Stand/)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
      await ownStore.writeRegistry(before);
    }
  },
);

test('an area whose key is not pinned is left out', { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
  const other = { id: 'k-0123456789abcdef', publicKey: `${'A'.repeat(87)}=` };
  await ownStore.serveTo(page, { trustedKeys: { other: { keys: [other], routes: [] } } });
  await openAs('piw', '/sound');
  await expect(page.getByText(LEFT_OUT)).toBeVisible();
  await expect(page.getByRole('heading', { name: OLD })).toHaveCount(0);
});

const STOPPED = 'what an operator stopped stays stopped, whatever is written to the store';
test(STOPPED, { tag: '@soak' }, async ({ page, openAs, ownStore, complaints }) => {
  complaints.expected(/Failed to load resource.*404.*local\.stops\.json/);
  const REASON = 'Wir warten diesen Bereich.';
  const sound = page.getByRole('heading', { level: 1, name: OLD });
  await ownStore.serveTo(page);
  const before = await ownStore.readStopList();
  await ownStore.switchOff('Das Team arbeitet.');
  await ownStore.stop(REASON);
  const stopped = await ownStore.readStopList();
  await openAs('piw', '/sound');
  await expect(page.getByText(REASON)).toBeVisible();

  // With access to the store: switches the area on, replays an older list, removes it, changes it.
  await ownStore.forge({ enabled: true, disabledReason: undefined });
  const emptied = JSON.stringify({ ...z.looseObject({}).parse(JSON.parse(stopped)), areas: [] });
  for (const list of [stopped, before, null, emptied]) {
    await ownStore.writeStopList(list);
    await page.reload();
    await expect(page.getByText(REASON)).toBeVisible();
    await expect(sound).toBeHidden();
  }

  await ownStore.start();
  await page.reload();
  await expect(sound).toBeVisible();
});
