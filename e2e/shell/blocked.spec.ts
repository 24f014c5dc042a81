import { z } from 'zod';
import { API_URL } from '../environment';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { publishableKey } from '../support/publishable-key';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test';

const sessionSchema = z.object({ access_token: z.string() });
const userSchema = z.object({ user: z.object({ id: z.string() }) });

/** Blocks an account as staff does on its page in the academy. */
async function block(userId: string) {
  const apikey = await publishableKey();
  const ask = async (path: string, body: object, token: string) => {
    const answer = await fetch(`${API_URL}/${path}`, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const staff = { email: 'demo.akademie@nemus.example', password: 'nemus-demo-2026' };
  const { access_token: token } = sessionSchema.parse(
    await (await ask('auth/v1/token?grant_type=password', staff, apikey)).json(),
  );
  await ask('rest/v1/rpc/nemus_block_account', { p_user: userId, p_reason: 'Missbrauch des Zugangs' }, token);
}

test('an account blocked while the portal is open sees a notice with a contact', async ({ page, complaints }) => {
  complaints.expected(/40[013]/);
  const account = newAccount();
  const session = await createAccount(account);
  await openWithSession(page, session, '/dashboard');
  await block(userSchema.parse(JSON.parse(session)).user.id);

  // The open page fetches the next one's rows, if nothing was fetched before; it is not reloaded.
  const heading = page.getByRole('heading', { level: 1, name: 'Ihr Konto ist gesperrt' });
  await page.getByRole('link', { name: 'Meine Kompetenzen' }).or(heading).click();
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.getByText('Profil nicht gefunden')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'E-Mail an den Support' })).toHaveAttribute('href', /^mailto:/);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }

  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, account.email, account.password);
  await expect(page.getByText('Ihr Konto ist gesperrt. Bitte wenden Sie sich an den Support.').first()).toBeVisible();
});
