import type { Page } from '@playwright/test';
import { newAccount, signUp } from '../support/accounts';
import { expect, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';
import { REFRESH } from './support/session-end';

const fault = faultsOf(test);
const OPEN = { 'access-control-allow-origin': '*' };

type RefreshFault = 'down' | '500' | 'malformed' | 'hung';

/** The backend treats this page's token as expired, and no fresh one is available until it recovers. */
async function expireToken(page: Page) {
  const stale = await page.evaluate(
    () => /"access_token":"([^"]+)"/.exec(localStorage.getItem('nemus-auth') ?? '')?.[1],
  );
  let kind: RefreshFault | null = null;
  await page.route(REFRESH, (route) => {
    switch (kind) {
      case null:
        return route.fallback();
      case 'down':
        return route.abort('connectionrefused');
      case '500':
        return route.fulfill({ status: 500, json: { msg: 'broken for the test' }, headers: OPEN });
      case 'malformed':
        return route.fulfill({ contentType: 'text/html', body: '<h1>Gateway</h1>', headers: OPEN });
      case 'hung':
        return new Promise(() => undefined);
    }
  });
  await page.route('**/rest/v1/**', async (route) =>
    (await route.request().headerValue('authorization')) === `Bearer ${stale}`
      ? route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'JWT expired' }, headers: OPEN })
      : route.fallback(),
  );
  return {
    set: (next: RefreshFault) => {
      kind = next;
    },
    heal: () => {
      kind = null;
    },
  };
}

for (const kind of ['down', '500', 'malformed', 'hung'] as const) {
  fault(
    {
      group: 'Session',
      target: 'asking for a fresh token in the middle of work',
      fault: { down: 'down', '500': '500', malformed: 'an HTML page', hung: 'is never answered' }[kind],
      sees: 'A message in German that saving failed; the session stays, what was typed stays, and once the service is back the next attempt works.',
    },
    async ({ page, complaints }) => {
      test.slow();
      complaints.expected(/Failed to load resource/);
      await page.clock.install();
      await signUp(page, newAccount('Praxis am Park'));
      await page.goto('/settings');
      await expectPageReady(page);
      const name = page.getByRole('textbox', { name: 'Name der Institution' });
      await name.fill('Praxis am See');
      const token = await expireToken(page);
      token.set(kind);
      await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
      const told = page.getByRole('alert').filter({ hasText: /nicht|fehl|Fehler|Verbindung/ });
      // Time passes: the auth client repeats for half a minute.
      await expect
        .poll(
          async () => {
            await page.clock.fastForward(5_000);
            return told.count();
          },
          { intervals: [100] },
        )
        .toBeGreaterThan(0);
      await expect(page.getByRole('alert').filter({ hasText: /broken for the test|JWT|fetch|token/i })).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(/\/settings$/);
      await expect(name).toHaveValue('Praxis am See');
      token.heal();
      // A failure is reused for the next seconds: an ailing service does not get a request for each read.
      await page.clock.fastForward(4_000);
      await page.getByRole('button', { name: 'Meldung schließen' }).first().click();
      await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
      await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
      await page.reload();
      await expect(name).toHaveValue('Praxis am See');
    },
  );
}
