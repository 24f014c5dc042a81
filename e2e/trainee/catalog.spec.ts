import type { Page } from '@playwright/test';
import { answerTable } from '../support/backend';
import { longestTask } from '../support/main-thread';
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

  test('shows the details of a course under an address of their own', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog');
    // The buttons come from another area: they move what is below them when they arrive.
    await expect(page.getByRole('button', { name: /^Jetzt kaufen/ }).first()).toBeVisible();
    // At once: the wheel would still be rolling when the place is read.
    await page.evaluate(() => window.scrollTo(0, 900));
    const link = page.getByRole('link', { name: /^Details/ }).nth(4);
    await link.scrollIntoViewIfNeeded();
    // Where it stands on the screen, which is what a person sees: the browser itself makes good what grows above it.
    const place = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await place();
    await link.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Umfang')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /Jetzt kaufen/ })).toBeVisible();
    await expectAccessible(page);
    const address = page.url();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
    await expect.poll(place).toBe(before);
    await expect(link).toBeFocused();
    await page.goto(address);
    await expect(dialog).toBeVisible();
  });

  test('says so when the course of a link is gone', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog?kurs=00000000-0000-4000-8000-00000000dead');
    await expect(page.getByRole('dialog', { name: 'Kurs nicht gefunden' })).toBeVisible();
    await page.getByRole('button', { name: 'Schließen' }).click();
    await expect(page).toHaveURL(/\/seminar-catalog$/);
  });

  test('offers a trainee the card alone, and no price in credits', async ({ page, openAs }) => {
    await openAs('piw', '/seminar-catalog');
    await expect(page.getByRole('button', { name: /^Jetzt kaufen/ }).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(/credit/i)).toHaveCount(0);
  });

  test('goes on without the payments area', async ({ page, openAs, complaints }) => {
    complaints.expected(/payments/);
    await page.route('**/releases/payments/**', (route) => route.abort());
    await openAs('piw', '/seminar-catalog');
    await expect(page.getByText('Der Kauf ist gerade nicht möglich.').first()).toBeVisible({ timeout: 30_000 });
    await search(page).fill('schema');
    await expect(cards(page)).toHaveCount(1);
  });
});

test.describe('ten thousand courses', () => {
  const courses = Array.from({ length: 10_000 }, (_, number) => ({
    id: `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    title: `Kurs ${number}`,
    description: number % 100 === 0 ? 'Ein Seminar über Traumafolgen.' : 'Ein Seminar mit Übungen.',
    competency: 'fachliche_kompetenz',
    duration_hours: 12,
    difficulty: 'Anfänger',
    theory_units: 8,
    practical_units: 4,
    elearning_units: 0,
    price_euros: 240,
    credit_cost: 120,
    is_premium: false,
    is_active: true,
  }));

  test('are searched as they are typed, and drawn only near the window', async ({ page, openAs }) => {
    await answerTable(page, 'nemus_courses', courses);
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

  test('hold typing up by less than 50 ms', async ({ page, openAs }) => {
    await answerTable(page, 'nemus_courses', courses);
    await openAs('piw', '/seminar-catalog');
    await expect(page.getByText('10.000 Kurse gefunden')).toBeVisible();
    // The purchase buttons of the first cards come when the browser is idle; they are not what is measured.
    await expect(page.getByRole('button', { name: /^Jetzt kaufen/ }).first()).toBeVisible();
    const longest = await longestTask(page, async () => {
      await search(page).pressSequentially('trauma', { delay: 80 });
      await expect(counter(page, 100)).toBeVisible();
    });
    expect(longest).toBeLessThan(50);
  });
});
