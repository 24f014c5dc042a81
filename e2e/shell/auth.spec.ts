import { newAccount, register, signUp } from '../support/accounts';
import { linkIn, readMail } from '../support/mail';
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test';

/**
 * Reads end with the account. A database function called by POST may be a change and continues: it may be refused when
 * its account signs out.
 */
const CALL_AFTER_SIGN_OUT = /401 \(Unauthorized\).*\/rest\/v1\/rpc\//;

test.describe('signing up', () => {
  test('an institution confirms by mail and sees its name in the sidebar', { tag: '@soak' }, async ({ page }) => {
    await signUp(page, newAccount('Institut am Park'));
    await expect(page.getByText('Institut am Park').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'PiW Verwaltung' })).toBeVisible();
  });

  test('no account can sign in before its address is confirmed', { tag: '@soak' }, async ({ page, complaints }) => {
    complaints.expected(/400/);
    const account = newAccount();
    await register(page, account);
    await expect(page.getByText('Registrierung erfolgreich')).toBeVisible();
    await page.getByRole('tab', { name: 'Anmelden' }).click();
    await signIn(page, account.email, account.password);
    await expect(page.getByText('Anmeldefehler')).toBeVisible();
    await expect(page.getByText(/noch nicht bestätigt/).first()).toBeVisible();
    await expect(page.getByText(/not confirmed/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Bestätigungslink erneut senden' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth/);
  });

  test('the link of the mail waits for a click, works in another browser, and once', async ({
    page,
    browser,
    complaints,
  }) => {
    complaints.expected(/403/);
    const account = newAccount();
    await register(page, account);
    const link = linkIn(await readMail(account.email));
    const other = await (await browser.newContext({ locale: 'de-DE' })).newPage();
    await other.goto('/impressum');
    await other.goto(link);
    await expect(other.getByRole('button', { name: 'Adresse bestätigen' })).toBeVisible();
    expect(await other.evaluate(() => localStorage.getItem('nemus-auth'))).toBeNull();
    await other.getByRole('button', { name: 'Adresse bestätigen' }).click();
    await expect(other).toHaveURL(/\/dashboard$/);
    await expect(other.getByText(`Sie sind jetzt als ${account.email} angemeldet.`)).toBeVisible();
    // The link's page left no entry behind.
    await other.goBack();
    await expect(other).toHaveURL(/\/impressum$/);
    await other.context().close();

    await page.goto(link);
    await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ungültiger Link' })).toBeVisible();
    await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  test('a link replaces the session of another account only after a confirmation', async ({ page, signInAs }) => {
    const account = newAccount();
    await register(page, account);
    const link = linkIn(await readMail(account.email));
    await signInAs('institution');
    await page.goto(link);
    await expect(page.getByText(`Sie sind als ${DEMO.institution.email} angemeldet`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Angemeldet bleiben' }).click();
    await expect(page.getByRole('link', { name: 'PiW Verwaltung' })).toBeVisible();

    await page.goto(link);
    await page.getByRole('button', { name: 'Abmelden und fortfahren' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira');
    await expect(page.getByRole('link', { name: 'PiW Verwaltung' })).toHaveCount(0);
  });
});

test.describe('signing in', () => {
  test('a wrong password shows the server’s message', { tag: '@soak' }, async ({ page, complaints }) => {
    complaints.expected(/400/);
    await page.goto('/auth');
    await signIn(page, DEMO.piw.email, 'falsch');
    await expect(page.getByText('Anmeldefehler')).toBeVisible();
    await expect(page.getByText('E-Mail-Adresse und Passwort passen nicht zusammen').first()).toBeVisible();
    await expect(page.getByText('Invalid login credentials')).toHaveCount(0);
  });

  test('the page that was wanted before signing in opens after it', { tag: '@soak' }, async ({ page, signInAs }) => {
    await signInAs('piw', '/seminar-catalog?q=angst');
    await expect(page).toHaveURL(/\/seminar-catalog\?q=angst$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Seminarkatalog' })).toBeVisible();
  });

  const LED = 'a signed-in person is led from /auth, / and what does not exist to the dashboard';
  test(LED, { tag: '@soak' }, async ({ page, signInAs }) => {
    await signInAs('piw');
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const address of ['/auth', '/', '/gibt-es-nicht']) {
      await page.goto(address);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  });

  for (const width of [1280, 360]) {
    test(`the page after a sign-in stays where it was first rendered, at ${width} px, and has the focus`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/auth');
      await page.getByRole('textbox', { name: 'E-Mail' }).focus();
      // Position of the dashboard's heading after every change of the page: before the frame and in it.
      await page.evaluate(() => {
        const places = new Set<string>();
        Reflect.set(window, 'places', places);
        new MutationObserver(() => {
          const heading = document.querySelector('main h1');
          if (location.pathname !== '/dashboard' || !(heading instanceof HTMLElement) || heading.offsetParent === null)
            return;
          const { left, top } = heading.getBoundingClientRect();
          places.add(`${Math.round(left)}, ${Math.round(top)}`);
        }).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
      });
      await signIn(page, DEMO.piw.email, DEMO.piw.password);
      await expect(page.getByRole('heading', { level: 1, name: /Willkommen/ })).toBeFocused();
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page.locator('.first')).toHaveCount(0);
      const places = await page.evaluate(() => {
        const found: unknown = Reflect.get(window, 'places');
        return found instanceof Set ? [...found].map(String) : [];
      });
      expect(places).toHaveLength(1);
    });
  }

  const OUT = 'a signed-in person is led from /auth to the dashboard, and signing out in one tab signs out the other';
  test(OUT, async ({ page, context, signInAs, complaints }) => {
    complaints.expected(CALL_AFTER_SIGN_OUT);
    await signInAs('piw');
    await page.goto('/auth');
    await expect(page).toHaveURL(/\/dashboard$/);
    const other = await context.newPage();
    await other.goto('/profile');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await expect(page).toHaveURL(/\/auth/);
    await expect(other).toHaveURL(/\/auth/);
  });
});

test.describe('a forgotten password', () => {
  test('of a new trainee is replaced through the link in the mail', async ({ page, complaints }) => {
    complaints.expected(CALL_AFTER_SIGN_OUT);
    const account = newAccount();
    await signUp(page, account);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira');
    await expect(page.getByText('Psychotherapeut*in in Weiterbildung')).toBeVisible();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await expect(page).toHaveURL(/\/auth/);
    await page.getByRole('button', { name: 'Passwort vergessen?' }).click();
    await page.getByRole('textbox', { name: 'E-Mail' }).fill(account.email);
    await page.getByRole('button', { name: 'Link senden' }).click();
    await expect(page.getByText('E-Mail gesendet!')).toBeVisible();
    await expect.poll(async () => (await readMail(account.email)).subject).toMatch(/Passwort/);
    await page.goto(linkIn(await readMail(account.email)));
    await page.getByRole('button', { name: 'Weiter zum neuen Passwort' }).click();
    await expect(page).toHaveURL(/\/reset-password$/);
    // The proof outlives a reload: the forgotten password is not required.
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Neues Passwort' })).toBeVisible();
    await expect(page.getByLabel('Aktuelles Passwort')).toHaveCount(0);

    await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('kurz');
    await page.getByLabel(/bestätigen/).fill('kurz');
    await page.getByRole('button', { name: /Passwort (ändern|aktualisieren|speichern|festlegen)/ }).click();
    await expect(page.getByText('Passwort zu kurz')).toBeVisible();
    await expect(page.getByText('Das Passwort muss mindestens 6 Zeichen lang sein.').first()).toBeVisible();

    await page.getByLabel(/bestätigen/).fill('anders');
    await page.getByRole('button', { name: /Passwort (ändern|aktualisieren|speichern|festlegen)/ }).click();
    await expect(page.getByText('Passwörter stimmen nicht überein')).toBeVisible();

    await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('neuer-wald-8');
    await page.getByLabel(/bestätigen/).fill('neuer-wald-8');
    await page.getByRole('button', { name: /Passwort (ändern|aktualisieren|speichern|festlegen)/ }).click();
    await expect(page.getByText('Passwort aktualisiert!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    complaints.expected(/400/);
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await signIn(page, account.email, account.password);
    await expect(page.getByText('Anmeldefehler')).toBeVisible();
    await signIn(page, account.email, 'neuer-wald-8');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test(
    'is changed with the current one, and other devices are signed out',
    { tag: '@soak' },
    async ({ page, browser, complaints }) => {
      const account = newAccount();
      await signUp(page, account);
      const other = await (await browser.newContext({ locale: 'de-DE' })).newPage();
      await other.goto('/auth');
      await signIn(other, account.email, account.password);
      await expect(other).toHaveURL(/\/dashboard$/);

      await page.goto('/reset-password');
      const current = page.getByRole('textbox', { name: 'Aktuelles Passwort' });
      await current.fill('geraten');
      await page.getByRole('textbox', { name: 'Neues Passwort' }).fill('neuer-wald-8');
      await page.getByLabel(/bestätigen/).fill('neuer-wald-8');
      complaints.expected(/400/);
      await page.getByRole('button', { name: 'Passwort aktualisieren' }).click();
      await expect(page.getByText('Das aktuelle Passwort stimmt nicht.')).toBeVisible();
      await current.fill(account.password);
      await page.getByRole('button', { name: 'Passwort aktualisieren' }).click();
      await expect(page).toHaveURL(/\/dashboard$/);

      // The other device's token runs out, and no new one is to be had.
      await other.evaluate(() => {
        const stored: unknown = JSON.parse(localStorage.getItem('nemus-auth') ?? '{}');
        localStorage.setItem('nemus-auth', JSON.stringify(Object.assign({}, stored, { expires_at: 1 })));
      });
      await other.reload();
      await expect(other).toHaveURL(/\/auth/);
      await other.context().close();
    },
  );

  test('without a link or session the page says so', { tag: '@soak' }, async ({ page }) => {
    await page.goto('/reset-password');
    await expect(page.getByText('Ungültiger Link')).toBeVisible();
    await page
      .getByRole('link', { name: /Anmeldung/ })
      .or(page.getByRole('button', { name: /Anmeldung/ }))
      .click();
    await expect(page).toHaveURL(/\/auth/);
  });
});

/** Public pages, in groups of similar duration. */
const PUBLIC_PAGES = [
  ['/auth', '/auth?ansicht=registrieren', '/reset-password', '/404', '/old'],
  [
    `/bestaetigen?type=signup&token_hash=${'a1'.repeat(32)}`,
    '/old-dashboard?typ=piw',
    '/old-dashboard?typ=institution',
  ],
  ['/impressum', '/datenschutz', '/barrierefreiheit', '/agb', '/widerrufsbelehrung'],
] as const;

for (const [group, addresses] of PUBLIC_PAGES.entries()) {
  test(`public pages are accessible and fit, at 1280 and 360 px (${group + 1})`, async ({ page }) => {
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(address);
        for (const width of [1280, 360]) {
          await page.setViewportSize({ width, height: 780 });
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
        }
      });
    }
  });
}

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
]) {
  test(`the page’s own form is at the same position as the rendered one, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const places = () =>
      page
        .locator('form input:visible, form button[type=submit]:visible')
        .evaluateAll((all) => all.map((field) => [field.getBoundingClientRect().x, field.getBoundingClientRect().y]));
    let go: () => void = () => undefined;
    const measured = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\.js$/, async (route) => {
      await measured;
      await route.continue();
    });
    await page.goto('/auth', { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    const before = (await places()).flat();
    expect(before).toHaveLength(6);
    go();
    await expect(page.getByRole('tab', { name: 'Anmelden' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const after = (await places()).flat();
    expect(after).toHaveLength(before.length);
    for (const [index, place] of after.entries()) expect(Math.abs(place - (before[index] ?? 0))).toBeLessThanOrEqual(4);
  });
}
