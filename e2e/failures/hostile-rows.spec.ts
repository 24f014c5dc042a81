import { expect, expectNoSidewaysScroll, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';
import { HOSTILE_TEXTS, wasExecuted, writeEverywhere } from './support/hostile';
import { addressOf, PAGE_READS } from './support/reads';

const fault = faultsOf(test);
test.use({ viewport: { width: 360, height: 740 } });

for (const { role, path } of [...PAGE_READS, { role: 'institution', path: '/profile' } as const]) {
  fault(
    {
      group: 'Hostile input',
      target: `rows on ${path} (${role})`,
      fault: Object.keys(HOSTILE_TEXTS).join(', '),
      sees: 'The text as it was written, as text; nothing is carried out, and the page fits at 360 px.',
      core: path === '/dashboard' && role === 'piw',
    },
    async ({ page, openAs, storedSession }) => {
      test.slow();
      const address = await addressOf({ role, path }, storedSession);
      for (const [kind, text] of Object.entries(HOSTILE_TEXTS)) {
        await page.unrouteAll({ behavior: 'wait' });
        await writeEverywhere(page, text);
        await openAs(role, address);
        await expectPageReady(page);
        await expect(page.getByText('Laden fehlgeschlagen'), kind).toHaveCount(0);
        expect([kind, await wasExecuted(page)]).toEqual([kind, false]);
        await test.step(kind, () => expectNoSidewaysScroll(page));
      }
    },
  );
}
