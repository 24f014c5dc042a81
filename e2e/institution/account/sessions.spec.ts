import { API_URL } from '../../environment';
import { createAccount, newAccount, openWithSession } from '../../support/accounts';
import { mailsTo } from '../../support/mail';
import { publishableKey } from '../../support/publishable-key';
import { DEMO, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../../support/test';

/** Signs in with a browser of that name, elsewhere. */
async function signInElsewhere({ email, password }: { email: string; password: string }, agent: string) {
  const answer = await fetch(`${API_URL}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await publishableKey(), 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
}

test('one device ends the other: its hidden tab is signed out within a minute, and keeps its input', async ({
  page,
  browser,
  complaints,
}) => {
  const account = newAccount();
  await createAccount(account);
  const other = await (
    await browser.newContext({ locale: 'de-DE', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/145.0' })
  ).newPage();
  // The length of a minute here; the page's own timers use it.
  await other.clock.install();
  await other.goto('/account');
  await signIn(other, account.email, account.password);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

  await page.goto('/account/sessions');
  await signIn(page, account.email, account.password);
  await expect(page.getByText('Dieses Gerät')).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Abmelden: Firefox unter Linux/ }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Abmelden' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByText('1 Gerät abgemeldet')).toBeVisible();
  await expect(page.getByText(/Firefox unter Linux/)).toHaveCount(0);

  await other.clock.runFor(60_000);
  const dialog = other.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
  await expect(dialog).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem('nemus-auth'))).toBeNull();
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill(account.password);
  await dialog.getByRole('button', { name: 'Wieder anmelden' }).click();
  await expect(dialog).toHaveCount(0);
  complaints.expected(/40[0134]/);
  await other.context().close();
});

test('"Überall abmelden" ends this device too', async ({ page, complaints }) => {
  // Signing out here finds its session gone.
  complaints.expected(/403/);
  const account = newAccount();
  const session = await createAccount(account);
  await openWithSession(page, session, '/account/sessions');
  await page.getByRole('button', { name: 'Überall abmelden' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Überall abmelden' }).click();
  await expect(page).toHaveURL(/\/auth/);
  const { access_token: token } = JSON.parse(session);
  const answer = await fetch(`${API_URL}/auth/v1/user`, {
    headers: { apikey: await publishableKey(), authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(403);
});

test('a new device causes a mail, a known one does not', async () => {
  const told = async () => (await mailsTo(DEMO.institution.email)).filter(({ subject }) => /neuen Gerät/.test(subject));
  // The first device of the account may be this one.
  await signInElsewhere(DEMO.institution, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0');
  const before = (await told()).length;
  await signInElsewhere(DEMO.institution, 'Mozilla/5.0 (X11; CrOS x86_64) Chrome/150.0 Safari/537');
  const ask = () => fetch(`${API_URL}/functions/v1/send-notifications`, { method: 'POST', body: '{}' });
  await expect.poll(async () => (await ask(), (await told()).length), { timeout: 30_000 }).toBeGreaterThan(before);
  const [mail] = await told();
  expect(mail?.text).toContain('Chrome unter ChromeOS');
  expect(mail?.text).toMatch(/\/account\/sessions/);
  const count = (await told()).length;
  await signInElsewhere(DEMO.institution, 'Mozilla/5.0 (X11; CrOS x86_64) Chrome/151.0 Safari/537');
  await ask();
  expect(await told()).toHaveLength(count);
});
