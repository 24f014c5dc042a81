import { expect, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';
import { delayRead } from './support/read-faults';
import { addressOf, PAGE_READS } from './support/reads';

const fault = faultsOf(test);

for (const { role, path, reads, title } of PAGE_READS) {
  for (const read of reads) {
    fault(
      {
        group: 'Backend',
        target: `${read} on ${path} (${role})`,
        fault: 'is answered late',
        sees: `${read === title ? 'The navigation stands' : 'Heading and navigation stand'}, and an outline holds the place of the part that waits; then the part is there. It was asked for once, and nothing says that it failed.`,
      },
      async ({ page, storedSession }) => {
        const session = await storedSession(role);
        await page.addInitScript((stored) => localStorage.setItem('nemus-auth', stored), session);
        const late = await delayRead(page, read);
        await page.goto(await addressOf({ role, path }, storedSession));
        await expect(page.locator('h1')).toHaveCount(read === title ? 0 : 1);
        await expect(page.getByRole('navigation').first()).toBeVisible();
        await expect.poll(() => late.asked.length).toBeGreaterThan(0);
        await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
        await expect(page.getByRole('alert').filter({ hasText: /fehlgeschlagen/ })).toHaveCount(0);
        late.release();
        await expectPageReady(page);
        await expect(page.getByRole('alert').filter({ hasText: /fehlgeschlagen/ })).toHaveCount(0);
        expect(late.asked).toEqual([...new Set(late.asked)]);
      },
    );
  }
}
