import type { Page } from '@playwright/test';
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, signIn, test } from '../support/test';

/** Every file of the shell; the renderer, without which the page's own form must work. */
const ALL = /\/assets\/.*\.js$/;
const VIEW = /\/assets\/view\.\w+\.js$/;

const { email, password } = DEMO.piw;

/** Holds files back until the returned function is called. */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let go: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  await page.route(files, async (route) => {
    await gone;
    await route.continue();
  });
  return go;
}

const pageForm = (page: Page) => page.locator('#first-form');
/** React has taken over. */
const expectDrawn = (page: Page) => expect(page.getByRole('tab', { name: 'Anmelden' })).toBeVisible();

test('a form submitted before any script has loaded opens the dashboard, and nothing gets into an address', async ({
  page,
}) => {
  const go = await hold(page, ALL);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(pageForm(page).getByRole('status')).toHaveText('Die Anmeldung läuft …');
  await expect(page).toHaveURL(/\/auth$/);
  go();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectPageReady(page);
  expect(addresses.filter((address) => address.includes(password) || address.includes('demo.piw'))).toEqual([]);
  expect(await page.evaluate(() => [sessionStorage.length, JSON.stringify(history.state).includes('demo')])).toEqual([
    0,
    false,
  ]);
});

test('the form signs in without the renderer, which is requested once it works', async ({ page }) => {
  const go = await hold(page, VIEW);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Other addresses wait for the registry first: they may be public.
  await page.goto('/dashboard');
  await expect(pageForm(page)).toHaveAttribute('data-ready', '');
  const token = page.waitForResponse(/\/auth\/v1\/token/);
  await signIn(page, email, password);
  expect((await token).status()).toBe(200);
  const place = (part: string) => asked.findIndex((url) => url.includes(part));
  expect(place('/assets/mui.')).toBeGreaterThan(place('/assets/main.'));
  expect(asked.filter((url) => url.endsWith('/config.json'))).toHaveLength(1);
  go();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectPageReady(page);
});

test('text, focus and caret stay when the rendered form takes over', async ({ page }) => {
  const go = await hold(page, VIEW);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  const field = page.getByLabel('Passwort', { exact: true });
  await field.pressSequentially('acd');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  go();
  await expectDrawn(page);
  await expect(pageForm(page)).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.type('b');
  await expect(field).toHaveValue('abcd');
  await expect(page.getByRole('textbox', { name: 'E-Mail' })).toHaveValue(email);
});

test('a field that a script or a password manager holds across the takeover stays that field', async ({ page }) => {
  const go = await hold(page, VIEW);
  await page.goto('/auth');
  const fields = { email: await page.$('#first-email'), password: await page.$('#first-password') };
  /** As a script does it, which does not check that the element is still in the page. */
  const type = async (place: keyof typeof fields, text: string) => {
    await fields[place]?.evaluate((field: HTMLElement) => field.focus());
    await page.keyboard.type(text);
  };
  await type('password', 'vor ');
  await type('email', email);
  go();
  await expectDrawn(page);
  await expect(pageForm(page)).toHaveCount(0);
  await type('password', 'nach');
  await expect(page.getByRole('textbox', { name: 'E-Mail' })).toHaveValue(email);
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('vor nach');
  await expect(page.locator('input')).toHaveCount(2);
});

test('a refusal, and a missing field, are reported by the rendered form', async ({ page, complaints }) => {
  complaints.expected(/400/);
  const go = await hold(page, VIEW);
  await page.goto('/auth');
  const refused = page.waitForResponse(/\/auth\/v1\/token/);
  await signIn(page, email, 'falsch-falsch');
  await refused;
  go();
  await expect(page.getByText('Anmeldefehler')).toBeVisible();
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('falsch-falsch');

  const goOn = await hold(page, ALL);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.keyboard.press('Enter');
  goOn();
  await expect(page.getByText('Bitte geben Sie Ihr Passwort ein.')).toBeVisible();
  await expect(page.getByLabel('Passwort', { exact: true })).toBeFocused();
});

test('the page’s own form is accessible and fits, light and dark, at 1280 and 360 px', async ({ page }) => {
  await hold(page, ALL);
  await page.goto('/auth', { waitUntil: 'commit' });
  await expect(pageForm(page)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate((scheme) => (document.documentElement.dataset['scheme'] = scheme), colorScheme);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  }
});

test('with a session, at other addresses and for other views no form is seen', async ({ page, storedSession }) => {
  await hold(page, ALL);
  for (const address of ['/impressum', '/auth?ansicht=registrieren', '/reset-password']) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(pageForm(page)).toBeAttached();
    await expect(pageForm(page)).toBeHidden();
  }
  const session = await storedSession('piw');
  await page.addInitScript((stored) => localStorage.setItem('nemus-auth', stored), session);
  for (const address of ['/', '/dashboard', '/auth']) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(pageForm(page)).toBeAttached();
    await expect(pageForm(page)).toBeHidden();
  }
});

test('without JavaScript a sentence says what is missing, and nothing can be typed', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/auth');
  // Playwright looks up no text inside of this element.
  await expect(page.locator('noscript p')).toBeVisible();
  await expect(page.locator('noscript p')).toHaveText(/^Dieses Portal braucht JavaScript\./);
  await expect(page.getByText('Nemus wird geladen …')).toBeHidden();
  await expect(pageForm(page)).toBeHidden();
  await context.close();
});
