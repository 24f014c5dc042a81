import { newAccount, openWithSession, signUp } from '../support/accounts';
import { test } from '../support/test';
import { readInstitution } from './institution';
import { readOwnHours, readTrainee } from './trainee';

// Each figure has one definition (docs/figures.md): every page shows the same value.
test.describe('the figures of an account are the same on all its pages', () => {
  test.setTimeout(120_000);

  test('of a fresh trainee', { tag: '@soak' }, async ({ page }) => {
    await signUp(page, newAccount());
    (await readTrainee(page)).expectAgreement();
  });

  test('of the demo trainee', { tag: '@soak' }, async ({ page, openAs }) => {
    await openAs('piw', '/dashboard');
    (await readTrainee(page)).expectAgreement();
  });

  test('of the demo institution, and of a trainee on its own pages', async ({
    page,
    openAs,
    browser,
    storedSession,
  }) => {
    await openAs('institution', '/dashboard');
    const figures = await readInstitution(page);
    const own = await (await browser.newContext()).newPage();
    await openWithSession(own, await storedSession('piw'), '/logbook');
    await readOwnHours(own, 'Miriam Albrecht', figures);
    figures.expectAgreement();
  });
});
