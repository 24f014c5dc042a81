import type { Page } from '@playwright/test';
import { expect } from '../../support/test';
import { test } from './own-store';

/** Time until an open browser has a new release, from its next navigation to the area. Milliseconds. */
const AT_ONCE = 2_000;

const OLD = 'Früherer Bereich';
const NEW = 'Gesunder Bereich';

/** Leaves the area and opens it again by its menu entry, in the same document. */
async function comeBack(page: Page) {
  await page.getByRole('link', { name: 'Impressum' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
  await page.getByRole('link', { name: /^Gesund(,|$)/ }).click();
}

test('promote, rollback and switch reach an open browser at its next navigation', async ({
  page,
  openAs,
  ownStore,
}) => {
  await ownStore.serveTo(page);
  await openAs('piw', '/sound');
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(heading(OLD)).toBeVisible();

  await ownStore.promote(ownStore.versions[1]);
  await expect(heading(OLD)).toBeVisible();
  await comeBack(page);
  await expect(heading(NEW)).toBeVisible({ timeout: AT_ONCE });
  await expect(page.getByText(`Version ${ownStore.versions[1]}`)).toBeVisible();

  // Rolled back while it is in use: its parts still come from its own release.
  await ownStore.rollBack();
  await page.getByRole('button', { name: 'Mehr' }).click();
  await expect(page.getByText('Einzelheiten')).toHaveCSS('color', 'rgb(4, 5, 6)');
  await comeBack(page);
  await expect(heading(OLD)).toBeVisible({ timeout: AT_ONCE });

  await ownStore.switchOff('Wir warten diesen Bereich bis 18 Uhr.');
  await comeBack(page);
  await expect(page.getByText('Wir warten diesen Bereich bis 18 Uhr.')).toBeVisible({ timeout: AT_ONCE });
  await expect(page.getByRole('link', { name: /, zurzeit abgeschaltet$/ })).toBeVisible();

  await ownStore.switchOn();
  await comeBack(page);
  await expect(heading(OLD)).toBeVisible({ timeout: AT_ONCE });
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
});

const KEPT = 'who works in an area keeps its release with every lazy part, and two releases in one page never mix';
test(KEPT, { tag: '@soak' }, async ({ page, openAs, ownStore }) => {
  const [older, newer] = ownStore.versions;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const details = page.getByText('Einzelheiten');
  await ownStore.promote(newer);
  await ownStore.serveTo(page);
  await openAs('piw', '/sound');
  await expect(heading(NEW)).toBeVisible();

  // Rolled back while it is in use: its parts still come from its own release.
  await ownStore.promote(older);
  await page.getByRole('button', { name: 'Mehr' }).click();
  await expect(details).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expect(page.getByText(`Version ${newer}`)).toBeVisible();

  await comeBack(page);
  await expect(heading(OLD)).toBeVisible();
  await expect(page.getByText(`Version ${older}`)).toBeVisible();
  await expect(heading(OLD)).not.toHaveCSS('color', 'rgb(1, 2, 3)');

  await ownStore.promote(newer);
  await comeBack(page);
  await expect(heading(NEW)).toHaveCSS('color', 'rgb(1, 2, 3)');
  await page.getByRole('button', { name: 'Mehr' }).click();
  await expect(details).toHaveCSS('color', 'rgb(4, 5, 6)');
});
