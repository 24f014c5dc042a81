import type { Page } from '@playwright/test';
import { answerTable } from '../support/backend';
import { MANY_COURSES } from '../support/many-courses';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';

const cards = (page: Page) => page.getByRole('list', { name: 'Kurse' }).getByRole('listitem');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Kurse suchen' });
const counter = (page: Page, count: number) =>
  page.getByText(`${count} ${count === 1 ? 'Kurs' : 'Kurse'} gefunden`, { exact: true });

test.describe('the catalogue', () => {
  test('lists enrolled courses after the others, each part by title', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog');
    const entries = await cards(page).evaluateAll((items) =>
      items.map((item) => ({
        title: item.querySelector('h2')?.textContent ?? '',
        enrolled: /Eingeschrieben|Abgeschlossen/.test(item.textContent ?? ''),
      })),
    );
    await expect(counter(page, entries.length)).toBeVisible();
    const german = new Intl.Collator('de', { numeric: true });
    const sorted = entries.toSorted(
      (a, b) => Number(a.enrolled) - Number(b.enrolled) || german.compare(a.title, b.title),
    );
    expect(entries).toEqual(sorted);
    expect(entries.some(({ enrolled }) => enrolled)).toBe(true);
  });

  test('brings the same list from a link and by the back button', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog');
    await search(page).fill('schema');
    await expect(page).toHaveURL(/suche=schema/);
    await expect(cards(page)).toHaveCount(1);
    await page.getByLabel('Schwierigkeitsgrad').selectOption('Experte');
    await expect(page.getByText('Keine Kurse gefunden')).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(cards(page)).toHaveCount(1);
    await page.reload();
    await expect(search(page)).toHaveValue('schema');
    await expect(cards(page)).toHaveCount(1);
  });

  test('toggles a competency by its chip, which says how many courses it has', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog');
    const chip = page
      .getByRole('group', { name: 'Kompetenzen' })
      .getByRole('button', { name: /^Methoden & Intervention/ });
    const count = Number(/\d+$/.exec(await chip.innerText())?.[0]);
    await chip.click();
    await expect(counter(page, count)).toBeVisible();
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/kompetenz=methoden_kompetenz/);
    await expect(page.getByLabel('Kompetenz', { exact: true })).toHaveValue('methoden_kompetenz');
    await chip.click();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
  });

  test('clears a filter that finds nothing', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog?suche=gibtesnicht');
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
    await expect(cards(page).first()).toBeVisible();
    await search(page).fill('Schematerapie');
    await expect(page.getByText(/^Kein Kurs enthält genau „Schematerapie“/)).toBeVisible();
    const similar = page.getByRole('list', { name: 'Ähnliche Treffer' });
    await expect(similar.getByRole('heading', { name: 'Schematherapie: Modusarbeit' })).toBeVisible();
    await expectAccessible(page);
  });

  test('says so when the course of a link is gone', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog?kurs=00000000-0000-4000-8000-00000000dead');
    await expect(page.getByRole('dialog', { name: 'Kurs nicht gefunden' })).toBeVisible();
    await page.getByRole('button', { name: 'Schließen' }).click();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
  });
});

test.describe('ten thousand courses', () => {
  test('are searched as they are typed, and drawn only near the window', async ({ page, openAs }) => {
    await answerTable(page, 'nemus_courses', MANY_COURSES);
    await openAs('piw', '/seminar-catalog');
    await expect(page.getByText('10.000 Kurse gefunden')).toBeVisible();
    expect(await cards(page).count()).toBeLessThan(60);
    await search(page).pressSequentially('trauma');
    await expect(counter(page, 100)).toBeVisible();
    await search(page).fill('');
    await expect(page.getByText('10.000 Kurse gefunden')).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('heading', { level: 2, name: 'Kurs 9999' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
