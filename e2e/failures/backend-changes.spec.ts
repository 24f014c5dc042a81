import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { faultsOf } from './cell';
import { breakChange, CHANGE_FAULTS, type BrokenChange } from './support/change-faults';
import { CHANGES } from './support/changes';
import type { Begun } from './support/changes/change';
import { endSession } from './support/session-end';

const fault = faultsOf(test);

/** Longer than a change's timeout. */
const LIMIT = 61_000;
/** Words that no reader may see; the specified „Error occurred“ of the purchases is not among them. */
const NOT_FOR_READERS = /broken for the test|JWT|fetch|undefined|non-2xx|Edge Function/i;

/** A German failure message, in a toast or at the form. */
async function expectTold(page: Page, why: string) {
  const told = page.getByRole('alert').filter({ hasText: /nicht|fehl|Fehler|Verbindung|angemeldet|unvollständig/ });
  await expect(told.first(), why).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: NOT_FOR_READERS }), why).toHaveCount(0);
}

/** The next message is a new one. */
async function closeMessages(page: Page) {
  const close = page.getByRole('button', { name: 'Meldung schließen' });
  while ((await close.count()) > 0) await close.first().click();
}

/** Sends, and waits until the page has sent it. */
async function send({ button }: Begun, broken: BrokenChange) {
  const before = broken.sent;
  await button.click();
  await expect.poll(() => broken.sent).toBeGreaterThan(before);
}

test.beforeEach(({ complaints }) => {
  test.slow();
  complaints.expected(/Failed to load resource/);
});

for (const { target, address, without = [], showsLost = false, core = false, begin } of CHANGES) {
  const kinds = CHANGE_FAULTS.filter((kind) => !without.includes(kind));
  // What the server has done cannot be repeated: after the last fault the page shows it.
  const faults = showsLost ? kinds.filter((kind) => kind !== 'answer malformed') : kinds;

  fault(
    {
      group: 'Backend',
      target,
      fault: faults.join(', '),
      sees: showsLost
        ? 'A message in German that it failed; what was typed or chosen stays, and the next attempt works. Where only the answer was lost, it is done, once.'
        : 'A message in German that it failed; what was typed or chosen stays, the next attempt works, and it is done once.',
      core,
    },
    async ({ page, openAs }) => {
      const broken = await breakChange(page, address);
      const begun = await begin({ page, openAs });
      for (const kind of faults) {
        await test.step(kind, async () => {
          broken.set(kind);
          await send(begun, broken);
          await expectTold(page, kind);
          if (showsLost && kind === 'answer lost') return;
          await begun.kept();
          await closeMessages(page);
          await begun.again?.();
        });
      }
      broken.heal();
      if (showsLost) return (begun.lost ?? begun.done)();
      await send(begun, broken);
      await begun.done();
    },
  );

  fault(
    {
      group: 'Backend',
      target,
      fault: 'is never answered',
      sees: 'After the time limit a message in German that it failed; what was typed or chosen stays, and the next attempt works.',
    },
    async ({ page, openAs }) => {
      await page.clock.install();
      const broken = await breakChange(page, address);
      const begun = await begin({ page, openAs });
      broken.set('hung');
      await send(begun, broken);
      await page.clock.fastForward(LIMIT);
      await expectTold(page, 'hung');
      await begun.kept();
      await closeMessages(page);
      broken.heal();
      await begun.again?.();
      await send(begun, broken);
      await begun.done();
    },
  );

  fault(
    {
      group: 'Backend',
      target,
      fault: 'is answered late',
      sees: 'The button waits and takes no second click; then it is done, once.',
    },
    async ({ page, openAs }) => {
      const broken = await breakChange(page, address);
      const begun = await begin({ page, openAs });
      broken.set('late');
      await send(begun, broken);
      await expect(page.locator('button[aria-busy="true"]').first()).toBeVisible();
      await page.locator('button[aria-busy="true"]').first().click({ force: true });
      await page.keyboard.press('Enter');
      expect(broken.sent).toBe(1);
      broken.heal();
      broken.release();
      await begun.done();
      expect(broken.sent).toBe(1);
    },
  );

  if (without.includes('session')) continue;
  fault(
    {
      group: 'Session',
      target: `session during ${target}`,
      fault: 'ends',
      sees: 'The dialog „Ihre Sitzung ist abgelaufen“; after the password the same place with what was typed or chosen, and the change works.',
    },
    async ({ page, openAs }) => {
      const begun = await begin({ page, openAs });
      const place = page.url();
      const restore = await endSession(page);
      await begun.button.click();
      const dialog = page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
      await expect(dialog).toBeVisible();
      // A tab that was opened for a purchase closes with its failure; routes cannot change while one does.
      await expect.poll(() => page.context().pages().length).toBe(1);
      await restore();
      await dialog.getByLabel('Passwort', { exact: true }).fill(begun.password);
      await dialog.getByRole('button', { name: 'Wieder anmelden' }).click();
      await expect(dialog).toHaveCount(0);
      expect(page.url()).toBe(place);
      await closeMessages(page);
      await begun.kept();
      await begun.again?.();
      await begun.button.click();
      await begun.done();
    },
  );
}
