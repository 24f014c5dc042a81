import type { Page } from '@playwright/test';
import { answerManyCourses } from '../support/many-courses';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';

const cards = (page: Page) => page.getByRole('list', { name: 'Kurse' }).getByRole('listitem');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Kurse suchen' });
const counter = (page: Page, count: number) =>
  page.getByText(`${count} ${count === 1 ? 'Kurs' : 'Kurse'} gefunden`, { exact: true });

/** Order, filters and their addresses are covered in apps/trainee/src/pages/catalog/CatalogPage.test.tsx. */
test('a search survives a reload and the back button, and finds similar spellings', async ({ page, openAs }) => {
  await openAs('piw', '/seminar-catalog?suche=schema');
  await expect(cards(page)).toHaveCount(1);
  await page.getByLabel('Schwierigkeitsgrad').selectOption('Experte');
  await expect(page.getByText('Keine Kurse gefunden')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await expect(search(page)).toHaveValue('schema');
  await expect(cards(page)).toHaveCount(1);
  // The database finds similar spellings.
  await search(page).fill('Schematerapie');
  await expect(page.getByText(/^Kein Kurs enthält genau „Schematerapie“/)).toBeVisible();
  const similar = page.getByRole('list', { name: 'Ähnliche Treffer' });
  await expect(similar.getByRole('heading', { name: 'Schematherapie: Modusarbeit' })).toBeVisible();
  await expectAccessible(page);
});

test('ten thousand courses are searched while typing, and loaded and rendered only near the window', async ({
  page,
  openAs,
}) => {
  await answerManyCourses(page);
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/nemus_catalogue_page')) asked.push(url.searchParams.get('p_page'));
  });
  await openAs('piw', '/seminar-catalog');
  await expect(page.getByText('10.000 Kurse gefunden')).toBeVisible();
  expect(asked).toEqual([null]);
  expect(await cards(page).count()).toBeLessThan(60);
  await search(page).pressSequentially('trauma');
  await expect(counter(page, 100)).toBeVisible();
  await search(page).fill('');
  await expect(page.getByText('10.000 Kurse gefunden')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('heading', { level: 2, name: 'Kurs 9999' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
