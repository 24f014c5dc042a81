import type { Page } from '@playwright/test';
import { openCheckout, pay } from '../../support/checkout';
import { arriveAs, newAccount } from '../../support/accounts';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../../support/test';
import { ALL_RIGHT, answerAll } from '../../elearning/block';

const COURSES = [
  'Einführung in die Verhaltenstherapie',
  'Rechtliche Grundlagen',
  'Diagnostik nach ICD-11',
  'Traumafokussierte Verfahren',
  'Die therapeutische Beziehung',
  'Selbsterfahrung: schwierige Verläufe',
] as const;
const PREMIUM: readonly string[] = [COURSES[3], COURSES[5]];

/** Buys a premium course from its card, as a trainee does. */
async function buy(page: Page, title: string) {
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await pay(await openCheckout(page, card.getByRole('button', { name: /^Jetzt kaufen: / })));
  await expect(page.getByRole('link', { name: `Starten: ${title}` })).toBeVisible({ timeout: 20_000 });
}

/** Reads the current module, and continues. */
async function read(page: Page, heading: string, onward: string) {
  await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await page.getByRole('button', { name: onward, exact: true }).click();
}

/** Opens each of these courses as an account that has it, and reads its first module. */
async function readFirstModules(page: Page, titles: readonly string[]) {
  await arriveAs(page, newAccount(), '/e-learning');
  for (const title of titles.filter((name) => PREMIUM.includes(name))) await buy(page, title);
  for (const title of titles) {
    await page.goto('/e-learning');
    await page.getByRole('link', { name: new RegExp(`^(Starten|Fortsetzen|Wiederholen): ${title}$`) }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page
      .getByRole('button', { name: /öffnen$/i })
      .or(page.getByRole('link', { name: /^(?!Block).* Öffnen$/ }))
      .first()
      .click();
    await expect.poll(async () => (await page.getByRole('main').innerText()).split(/\s+/).length).toBeGreaterThan(250);
  }
}

// One that is included, and one that was bought.
test(
  'a course of the list opens for its participants, and its first module can be read',
  { tag: '@soak' },
  async ({ page }) => {
    test.slow();
    await readFirstModules(page, [COURSES[0], COURSES[3]]);
  },
);

test('every course of the list does', { tag: '@soak' }, async ({ page }) => {
  test.slow();
  await readFirstModules(page, COURSES);
});

test('a premium course that was not bought is an offer, at any of its addresses', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await arriveAs(page, newAccount(), '/course/course-4/block-a?schritt=quiz');
  await expect(page).toHaveURL(/\/course\/course-4$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Premium-Kurs' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Jetzt kaufen: / })).toBeVisible();
  await expect(page.getByText('gesperrt').first()).toBeAttached();
  const ways = page.getByRole('main').getByText(/öffnen$/i);
  await expect(ways).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a course is read, tested and finished, block after block', { tag: '@soak' }, async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 780 });
  await arriveAs(page, newAccount(), '/course/course-5');
  await expect(page.getByText('Dieser Block öffnet sich, sobald die Module davor abgeschlossen sind.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Block . öffnen$/ })).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // A locked block says so, and links back.
  await page.goto('/course/course-5/block-b?schritt=quiz');
  await page.getByRole('link', { name: 'Zurück zum Kurs' }).click();
  await page.getByRole('link', { name: 'Block A öffnen' }).click();
  await expectPageReady(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The sample data completed the first module: the block continues after it, and it can be read again.
  await page.getByRole('button', { name: 'Zurück', exact: true }).click();
  await page.reload();
  await read(page, 'Was eine Allianz ausmacht', 'Nächstes Modul');
  await read(page, 'Rückzug und Konfrontation', 'Abschließen und weiter');
  await expect(page.getByRole('heading', { name: 'Block A ist geschafft', exact: true })).toBeVisible();
  await expect(page.getByText('2 von 2 abgeschlossen')).toBeVisible();
  await page.getByRole('link', { name: 'Block B: Mit Brüchen arbeiten' }).click();
  await read(page, 'Brüche ansprechen', 'Abschließen und weiter');
  await read(page, 'Übung: eigene Sitzung auswerten', 'Abschließen und zum Quiz');
  await answerAll(page, ALL_RIGHT);
  await expect(page.getByRole('heading', { name: 'Bestenliste' })).toBeVisible();
  await expect(page.locator('[aria-current="true"]').getByText('Mira S.')).toBeVisible();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('heading', { name: 'Block B ist geschafft', exact: true })).toBeVisible();
  await expect(page.getByText('Damit haben Sie den Kurs abgeschlossen.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Zurück zum Kurs' }).click();
  await expect(page.getByRole('progressbar', { name: 'Fortschritt' })).toHaveAttribute('aria-valuenow', '100');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Profil', exact: true }).click();
  await expect(
    page.getByRole('button', { name: /^(Zertifikat|PDF) herunterladen: Die therapeutische Beziehung/ }),
  ).toBeVisible();
  await page.goto('/e-learning?ansicht=abgeschlossen');
  await expect(page.getByRole('link', { name: 'Wiederholen: Die therapeutische Beziehung' })).toBeVisible();
});

test(
  'an institution finds its way back from a course that does not exist',
  { tag: '@soak' },
  async ({ page, openAs }) => {
    await openAs('institution', '/course/gibt-es-nicht');
    await expect(page.getByRole('heading', { level: 1, name: 'Kurs nicht gefunden' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Zurück zum E-Learning' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Zurück zum Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
