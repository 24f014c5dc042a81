import { expect } from '../support/test';
import { test } from './own-store';

const OLD = 'Früherer Bereich';
const NEW = 'Gesunder Bereich';
const LEFT_OUT = /Ein Bereich fehlt gerade, weil seine Freigabe nicht geprüft werden konnte/;

test('a downgraded entry is refused, and what was accepted stays', async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page);
  const before = await ownStore.readRegistry();
  await ownStore.promote(ownStore.versions[1]);
  await openAs('piw', '/sound');
  await expect(page.getByRole('heading', { level: 1, name: NEW })).toBeVisible();

  await ownStore.writeRegistry(before);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: NEW })).toBeVisible();
});

test('a forged entry is refused, and what was accepted stays', async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page);
  await openAs('piw', '/sound');
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();

  await ownStore.forge({ title: 'Nicht vom Team' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: OLD })).toBeVisible();
  await expect(page.getByText(LEFT_OUT)).toBeHidden();
});

test('a forged entry is left out where nothing was accepted before, and the page says so', async ({
  page,
  openAs,
  ownStore,
}) => {
  await ownStore.serveTo(page);
  await ownStore.forge({ title: 'Nicht vom Team' });
  await openAs('piw', '/sound');
  await expect(page.getByText(LEFT_OUT)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gesund', exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an expired entry is left out, and the page says so', async ({ page, openAs, ownStore }) => {
  await ownStore.serveTo(page);
  await ownStore.promote(ownStore.versions[1], { validForDays: 1e-6 });
  // The document around the entries is signed by nobody: whoever has the store can give it any time.
  await ownStore.forge({}, { expiresAt: '2099-01-01T00:00:00.000Z' });
  await openAs('piw', '/sound');
  await expect(page.getByText(LEFT_OUT)).toBeVisible();
});

test('an area whose key is not pinned is left out', async ({ page, openAs, ownStore }) => {
  const other = { id: 'k-0123456789abcdef', publicKey: `${'A'.repeat(87)}=` };
  await ownStore.serveTo(page, { trustedKeys: { other: { keys: [other] } } });
  await openAs('piw', '/sound');
  await expect(page.getByText(LEFT_OUT)).toBeVisible();
  await expect(page.getByRole('heading', { name: OLD })).toHaveCount(0);
});
