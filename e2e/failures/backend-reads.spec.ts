import type { Page } from '@playwright/test';
import { expect, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';
import { breakRead, READ_FAULTS } from './support/read-faults';
import { addressOf, PAGE_READS } from './support/reads';

const fault = faultsOf(test);

/** The reader's words for each fault. */
const WORDS = /Server|Fehler|Sitzung|Verbindung/;

const errorCards = (page: Page) => page.getByRole('alert').filter({ hasText: 'Laden fehlgeschlagen' });

test('every read of every page is on the list', async ({ browser, storedSession }) => {
  test.slow();
  const [found, listed]: [unknown[], unknown[]] = [[], []];
  for (const { role, path, reads, hints = [] } of PAGE_READS) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const seen = new Set<string>();
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/rest/v1/')) seen.add(url.pathname.slice('/rest/v1/'.length));
    });
    const session = await storedSession(role);
    await page.addInitScript((stored) => localStorage.setItem('nemus-auth', stored), session);
    await page.goto(await addressOf({ role, path }, storedSession));
    await expectPageReady(page);
    // Slots of other areas send later than their page, after a pause.
    await expect.poll(() => [...reads, ...hints].filter((read) => !seen.has(read))).toEqual([]);
    await page.waitForLoadState('networkidle');
    seen.delete('nemus_profiles');
    found.push([role, path, [...seen].toSorted()]);
    listed.push([role, path, [...reads, ...hints].toSorted()]);
    await context.close();
  }
  expect(found).toEqual(listed);
});

for (const { role, path, reads, title } of PAGE_READS) {
  for (const read of reads) {
    fault(
      {
        group: 'Backend',
        target: `${read} on ${path} (${role})`,
        fault: 'down, 500, 401, malformed, not JSON, hung',
        sees: 'The part that needs it says „Laden fehlgeschlagen“ with the reason and a support id; the rest of the page stands, and „Erneut versuchen“ brings the part back.',
      },
      async ({ page, openAs, storedSession, complaints }) => {
        test.slow();
        complaints.expected(/Failed to load resource/);
        await page.clock.install();
        const broken = await breakRead(page, read);
        await openAs(role, await addressOf({ role, path }, storedSession));
        for (const kind of READ_FAULTS) {
          broken.set(kind);
          const asked =
            read === title ? page.waitForRequest((request) => request.url().includes(`/rest/v1/${read}`)) : null;
          await page.reload();
          if (asked) await asked;
          else await expect(page.locator('h1')).toHaveCount(1);
          // Time passes for the reader: the pauses before a second attempt, and the limit of a read.
          await expect
            .poll(
              async () => {
                await page.clock.fastForward(5_000);
                return errorCards(page).count();
              },
              { message: `${kind}: an error card`, intervals: [100] },
            )
            .toBeGreaterThan(0);
          await expect(page.getByRole('navigation').first(), kind).toBeVisible();
          await expect(errorCards(page).first()).toContainText('Support-ID');
          await expect(errorCards(page).first()).toContainText(WORDS);
          broken.heal();
          // A part that failed with another one may recover automatically.
          await expect(async () => {
            if ((await errorCards(page).count()) > 0) {
              const again = errorCards(page).first().getByRole('button', { name: 'Erneut versuchen' });
              await again.click({ timeout: 1_000 });
            }
            expect(await errorCards(page).count(), `${kind}: the part is back`).toBe(0);
          }).toPass();
          await expectPageReady(page);
        }
      },
    );
  }
}
