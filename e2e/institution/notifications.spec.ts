import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { API_URL } from '../environment';
import { createAccount, newAccount, openWithSession } from '../support/accounts';
import { linkIn, mailsTo, readMail, sendMails } from '../support/mail';
import { publishableKey } from '../support/publishable-key';
import { expect, expectAccessible, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';

const sessionSchema = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) });

/** Sends to the backend as the account of a session, or as a visitor, below `rest/v1/rpc` or `functions/v1`. */
async function ask(session: string | null, call: string, body: object): Promise<void> {
  const token = session === null ? null : sessionSchema.parse(JSON.parse(session)).access_token;
  const answer = await fetch(`${API_URL}/${call}`, {
    method: 'POST',
    headers: {
      apikey: await publishableKey(),
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call}: ${await answer.text()}`);
}

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const folder = process.env['NEMUS_E2E_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

const LABEL = 'Antwort auf eine Einladung';

test(
  'an action of another account shows at the bell, links to it, and is mailed until unsubscribed',
  { tag: '@soak' },
  async ({ browser, page, storedSession }) => {
    const house = newAccount('Ambulanz am See');
    const institution = await createAccount(house);
    await ask(await storedSession('operator'), 'rest/v1/rpc/nemus_approve_institution', {
      p_institution: sessionSchema.parse(JSON.parse(institution)).user.id,
      p_name: 'Ambulanz am See',
    });

    // By keyboard on a phone: answers to invitations shall come by mail as well.
    await page.setViewportSize({ width: 360, height: 740 });
    await openWithSession(page, institution, '/account/notifications/settings');
    const choice = page.getByRole('checkbox', { name: `${LABEL} per E-Mail` });
    await expect(choice).not.toBeChecked();
    await look(page, 'notifications-settings-360');
    await choice.press('Space');
    await page.reload();
    await expect(choice).toBeChecked();
    await page.goto('/dashboard');
    await expectPageReady(page);
    await expect(page.getByRole('button', { name: 'Benachrichtigungen, keine ungelesen' })).toBeVisible();

    /** A trainee accepts an invitation of the institution. */
    async function joins(): Promise<void> {
      const mira = newAccount();
      const trainee = await createAccount(mira);
      const people = [{ first_name: 'Mira', last_name: 'Sommer', email: mira.email }];
      await ask(institution, 'functions/v1/send-invitations', { people });
      const token = new URL(linkIn(await readMail(mira.email))).searchParams.get('einladung');
      await ask(trainee, 'rest/v1/rpc/nemus_accept_invitation', { p_token: token });
    }
    await joins();

    // The open page notices it when it becomes visible again.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    const bell = page.getByRole('button', { name: /^Benachrichtigungen, \d+ ungelesen$/ });
    await expect(bell).toBeVisible();
    await look(page, 'notifications-bell-360');
    await bell.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Benachrichtigungen' });
    const link = panel.getByRole('link', { name: 'Mira Sommer hat Ihre Einladung angenommen' });
    await expect(link).toBeVisible();
    await look(page, 'notifications-panel-360');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(bell).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(bell).toBeVisible();
    await look(page, 'notifications-bell-1280');
    await bell.press('Enter');
    await link.press('Enter');
    await expect(page).toHaveURL(/\/piw-management$/);
    await expect(page.getByRole('button', { name: 'Benachrichtigungen, keine ungelesen' })).toBeVisible();
    await page.goto('/account/notifications');
    await expect(page.getByRole('link', { name: 'Mira Sommer hat Ihre Einladung angenommen' })).toBeVisible();
    await expect(page.getByText('Ungelesen', { exact: true })).toHaveCount(0);
    await look(page, 'notifications-list-1280');

    // The mail links to a page with a button; opening it has no effect.
    await sendMails();
    const mails = async () =>
      (await mailsTo(house.email)).filter(({ subject }) => subject.endsWith('hat Ihre Einladung angenommen'));
    await expect.poll(mails).toHaveLength(1);
    const unsubscribing = /https?:\/\/\S+\/abbestellen\?\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
    const elsewhere = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    await elsewhere.goto(unsubscribing);
    await expect(elsewhere.getByRole('heading', { level: 2, name: LABEL })).toBeVisible();
    await look(elsewhere, 'notifications-unsubscribe-360');
    await page.goto('/account/notifications/settings');
    await expect(choice).toBeChecked();
    await look(page, 'notifications-settings-1280');
    await elsewhere.getByRole('button', { name: 'Diese E-Mails abbestellen' }).press('Enter');
    await expect(elsewhere.getByText('Abbestellt', { exact: true })).toBeVisible();
    await elsewhere.context().close();
    await page.reload();
    await expect(choice).not.toBeChecked();

    // From then on only the portal shows it.
    await joins();
    await sendMails();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(bell).toBeVisible();
    expect(await mails()).toHaveLength(1);
  },
);
