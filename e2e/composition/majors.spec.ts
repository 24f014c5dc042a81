import type { Page } from '@playwright/test';
import { expect, test } from './second-portal';

const area = (page: Page, name: string) => page.getByRole('region', { name });
const first = (page: Page) => area(page, 'Erster Vertrag');
const second = (page: Page) => area(page, 'Zweiter Vertrag');
const messages = (page: Page) => page.locator('output');

/** Opens the portal on a given day, and records the page's requests to the store. */
async function openOn(page: Page, { origin, store }: { origin: string; store: string }, day: string) {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${store}/releases/`)) asked.push(request.url());
  });
  await page.clock.setFixedTime(new Date(day));
  await page.goto(`${origin}/first`);
  await expect(second(page)).toBeVisible();
  return { asked };
}

test('areas of two majors of the contract work side by side', async ({ page, portal }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await openOn(page, portal, '2027-06-29T12:00:00Z');

  // Messages.
  await first(page).getByRole('button', { name: 'Melden' }).click();
  await second(page).getByRole('button', { name: 'Melden' }).click();
  await expect(messages(page)).toHaveText('good: Gruß: aus Vertrag 1good: Gruß aus Vertrag 2');

  // Navigation: each starts one, both follow, and both notice Back.
  await first(page).getByRole('button', { name: 'Weiter' }).click();
  await expect(page).toHaveURL(`${portal.origin}/first/weiter`);
  await expect(second(page)).toContainText('Adresse: /first/weiter');
  await second(page).getByRole('button', { name: 'Weiter' }).click();
  await expect(first(page)).toContainText('Adresse: /second/weiter');
  await page.goBack();
  await expect(first(page)).toContainText('Adresse: /first/weiter');

  // Events: each receives the other's, in the shape of its own contract.
  await first(page).getByRole('button', { name: 'Mitteilen' }).click();
  await second(page).getByRole('button', { name: 'Mitteilen' }).click();
  await expect(first(page)).toContainText('Gehört: kurs-1, kurs-2');
  await expect(second(page)).toContainText('Gehört: kurs-1, kurs-2');
  expect(errors).toEqual([]);
});

test('a slot of either contract is shown in an area of the other, with the props of its own', async ({
  page,
  portal,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await openOn(page, portal, '2027-06-29T12:00:00Z');

  // A piece of contract 1, which refuses any other prop, in an area of contract 2.
  const balance = second(page).getByText('Guthaben aus Vertrag 1');
  await expect(balance).toHaveText('Guthaben aus Vertrag 1: inline');
  await second(page).getByRole('button', { name: 'Andere Form' }).click();
  await expect(balance).toHaveText('Guthaben aus Vertrag 1: card');
  await second(page).getByRole('button', { name: 'Ohne Guthaben' }).click();
  await expect(balance).toHaveCount(0);

  // The other way round.
  const credit = first(page).getByText('Anrechnung aus Vertrag 2');
  await expect(credit).toHaveText('Anrechnung aus Vertrag 2: kurs-1');
  await first(page).getByRole('button', { name: 'Anderer Kurs' }).click();
  await expect(credit).toHaveText('Anrechnung aus Vertrag 2: kurs-3');
  expect(errors).toEqual([]);
});

test('an older area runs on in the days of grace, and is refused with a message from the day after them', async ({
  page,
  portal,
}) => {
  await openOn(page, portal, '2027-07-29T23:00:00Z');
  await expect(first(page)).toBeVisible();
  const { asked } = await openOn(page, portal, '2027-07-30T00:00:00Z');
  await expect(page.getByRole('alert')).toHaveText(
    'first: contract. It was written for contract ^1.0.0; the adapter of contract 1 ended on 2027-06-30, and this shell of contract 2.0.0 runs nothing of it since 2027-07-30.',
  );
  await expect(first(page)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/first/'))).toEqual([]);
  await second(page).getByRole('button', { name: 'Melden' }).click();
  await expect(messages(page)).toHaveText('good: Gruß aus Vertrag 2');
});

test.describe('without an adapter', () => {
  test.use({ adapters: false });
  test('an older area is refused before any of its code is fetched', async ({ page, portal }) => {
    const { asked } = await openOn(page, portal, '2027-01-01T00:00:00Z');
    await expect(page.getByRole('alert')).toHaveText(
      'first: contract. It was written for contract ^1.0.0; this shell has contract 2.0.0.',
    );
    // Neither for its page nor for its piece.
    await expect(second(page).locator('[data-state]')).toHaveAttribute('data-state', 'failed');
    expect(asked.filter((url) => url.includes('/first/'))).toEqual([]);
  });
});
