import path from 'node:path';
import { STORE_URL } from '../environment';
import { saveData } from '../support/save-data';
import { remotesIn, stableRelease, watchStore } from '../support/store';
import { expect, test } from '../support/test';

/** The browser's messages about files that a test withholds or changes. */
const WITHHELD = /Failed to load resource|net::ERR|integrity|preload/i;

test.describe('areas come from the release store', () => {
  test('a trainee gets each area when it is first needed, and never a byte of the institution', async ({
    page,
    openAs,
  }) => {
    const requests = watchStore(page);
    // Without it, an idle page preloads the first files of other areas.
    await saveData(page);
    await openAs('piw', '/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: /Miriam/ })).toBeVisible();
    expect(remotesIn(requests)).toEqual(['trainee']);

    await page.getByRole('link', { name: 'E-Learning' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'E-Learning' })).toBeVisible();
    expect(remotesIn(requests)).toContain('elearning');

    for (const link of ['Seminarkatalog', 'Meine Kompetenzen', 'Meine Termine', 'Profil', 'Dashboard']) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    // An address of the other role redirects to the dashboard, and fetches nothing either.
    await page.goto('/piw-management');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(remotesIn(requests)).not.toContain('institution');
  });

  test('/dashboard belongs to another area for an institution', { tag: '@soak' }, async ({ page, openAs }) => {
    const requests = watchStore(page);
    await openAs('institution', '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Verfügbare Credits').first()).toBeVisible();
    expect(remotesIn(requests)).toContain('institution');
    expect(remotesIn(requests)).not.toContain('trainee');
  });
});

test.describe('an area that cannot be had', () => {
  test(
    'shows a card that names it; the rest keeps working, and retry works without a reload',
    { tag: '@soak' },
    async ({ page, openAs, complaints }) => {
      complaints.expected(WITHHELD);
      await openAs('piw', '/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { folder } = await stableRelease('elearning');
      await page.route(`${folder}**`, (route) => route.fulfill({ status: 404, body: 'gone' }));
      await page.evaluate(() => Reflect.set(window, 'sameDocument', true));

      await page.getByRole('link', { name: 'E-Learning' }).click();
      const card = page.getByRole('alert').filter({ hasText: 'E-Learning' });
      await expect(card).toBeVisible({ timeout: 20_000 });
      await expect(card.getByText(/[A-Z2-9]{4}-[A-Z2-9]{4}/)).toBeVisible();

      await page.getByRole('link', { name: 'Seminarkatalog' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Seminarkatalog' })).toBeVisible();

      await page.getByRole('link', { name: 'E-Learning' }).click();
      await expect(card).toBeVisible({ timeout: 20_000 });
      await page.unroute(`${folder}**`);
      await card.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'E-Learning' })).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
    },
  );

  test(
    'a store that is down leaves sign-in and frame usable, from the last registry',
    { tag: '@soak' },
    async ({ page, openAs, complaints }) => {
      complaints.expected(WITHHELD);
      await openAs('piw', '/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.route(`${STORE_URL}/**`, (route) => route.abort('connectionrefused'));
      await page.goto('/e-learning');
      await expect(page.getByRole('link', { name: 'Seminarkatalog' })).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: 'E-Learning' })).toBeVisible({ timeout: 20_000 });
    },
  );
});

const AREAS: readonly { name: string; role: 'piw' | 'institution'; pages: readonly string[] }[] = [
  {
    name: 'trainee',
    role: 'piw',
    pages: ['/dashboard', '/profile', '/competencies', '/seminar-catalog', '/appointments'],
  },
  {
    name: 'institution',
    role: 'institution',
    pages: ['/dashboard', '/piw-management', '/course-bookings', '/purchases', '/settings'],
  },
  {
    name: 'elearning',
    role: 'piw',
    pages: ['/e-learning', '/course/rechtliche-grundlagen', '/course/rechtliche-grundlagen/block-a'],
  },
  { name: 'payments', role: 'institution', pages: ['/subscription', '/payment-success'] },
];

for (const { name, role, pages } of AREAS) {
  const changed = `no changed script of ${name} runs: not with all changed, nor with all but the entry`;
  // The mechanism is the same for every area: `npm test` looks at one, `npm run test:soak` at the others.
  test(changed, { tag: name === 'trainee' ? [] : ['@soak'] }, async ({ page, openAs, complaints }) => {
    complaints.expected(/.*/);
    const { area, entry } = await stableRelease(name);
    for (const spared of [[], [entry]]) {
      const changed: string[] = [];
      await page.route(
        (url) => url.href.startsWith(area) && url.pathname.endsWith('.js'),
        async (route) => {
          const script = path.posix.basename(new URL(route.request().url()).pathname);
          if (spared.includes(script)) return route.continue();
          changed.push(script);
          const answer = await route.fetch({ maxRetries: 3 });
          return route.fulfill({ response: answer, body: `globalThis.changed = true;${await answer.text()}` });
        },
      );
      await openAs(role, pages[0] ?? '/');
      await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 });
      expect(changed).not.toEqual([]);
      expect(await page.evaluate(() => Reflect.get(globalThis, 'changed'))).toBeUndefined();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test(`no changed script of ${name} ever runs`, { tag: '@soak' }, async ({ page, openAs, complaints }) => {
    test.setTimeout(300_000);
    complaints.expected(/.*/);
    await openAs(role, pages[0] ?? '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { folder, area, files } = await stableRelease(name);
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) {
      let asked = false;
      // The release's own copy, and the one that the area's releases share.
      const isScript = ({ origin, pathname }: URL) =>
        [folder, area].some((place) => `${place}${script}` === `${origin}${pathname}`);
      await page.route(isScript, async (route) => {
        asked = true;
        const answer = await route.fetch({ maxRetries: 3 });
        await route.fulfill({ response: answer, body: `globalThis.changed = true;${await answer.text()}` });
      });
      for (const address of pages) {
        await page.goto(address);
        await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
        if (asked) break;
      }
      expect(await page.evaluate(() => Reflect.get(globalThis, 'changed')), script).toBeUndefined();
      if (asked) await expect(page.getByRole('alert').first(), script).toBeVisible({ timeout: 20_000 });
      await page.unroute(isScript);
    }
  });

  test(`a changed release document of ${name} is refused`, { tag: '@soak' }, async ({ page, openAs, complaints }) => {
    complaints.expected(/.*/);
    const { folder } = await stableRelease(name);
    await page.route(`${folder}release.json*`, async (route) => {
      const answer = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ response: answer, body: `${await answer.text()} ` });
    });
    await openAs(role, pages[0] ?? '/');
    await expect(
      page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Erneut versuchen' }) }),
    ).toBeVisible({
      timeout: 20_000,
    });
    await expect(
      page.getByRole('button', { name: 'Abmelden' }).or(page.getByRole('link', { name: 'Zur Startseite' })),
    ).toBeVisible();
  });
}
