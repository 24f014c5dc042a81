import { BLOCK, RIGHT, walkToQuiz } from '../elearning/block';
import { newAccount, signUp } from '../support/accounts';
import { expect, test } from '../support/test';
import { faultsOf } from './cell';
import { breakChange, CHANGE_FAULTS } from './support/change-faults';
import { breakRead } from './support/read-faults';

const fault = faultsOf(test);

test.beforeEach(({ complaints }) => {
  test.slow();
  complaints.expected(/Failed to load resource/);
});

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_answer_question: answering a question of the quiz',
    fault: CHANGE_FAULTS.join(', '),
    sees: '„Antwort nicht übertragen“; the question stays, and the next attempt shows the verdict. An answer that had arrived counts once.',
    core: true,
  },
  async ({ page }) => {
    const broken = await breakChange(page, '/rest/v1/rpc/nemus_answer_question');
    await signUp(page, newAccount());
    await walkToQuiz(page);
    for (const kind of CHANGE_FAULTS) {
      broken.set(kind);
      await page.getByRole('button', { name: RIGHT[0] }).click();
      const told = page.getByRole('alert').filter({ hasText: 'Antwort nicht übertragen' });
      await expect(told, kind).toBeVisible();
      await expect(told, kind).not.toContainText(/broken|JWT/);
      await expect(page.getByText('Frage 1 von 3'), kind).toBeVisible();
      await page.getByRole('button', { name: 'Meldung schließen' }).click();
    }
    broken.heal();
    await page.getByRole('button', { name: RIGHT[0] }).click();
    await expect(page.getByText('Richtig!')).toBeVisible();
    await expect(page.getByText('3 von 3 Leben')).toHaveCount(1);
    await page.goto(BLOCK);
    await expect(page.getByText('Frage 2 von 3')).toBeVisible();
  },
);

fault(
  {
    group: 'Backend',
    target: 'nemus_profiles, at the start',
    fault: 'down, 500, malformed, not JSON',
    sees: '„Profil nicht gefunden“ in the frame of the portal; loading it again leads to the page that was wanted.',
  },
  async ({ page, openAs }) => {
    const broken = await breakRead(page, 'nemus_profiles');
    await openAs('institution', '/settings');
    for (const kind of ['down', '500', 'malformed', 'not JSON'] as const) {
      broken.set(kind);
      await page.reload();
      await expect(page.getByText('Profil nicht gefunden'), kind).toBeVisible();
      broken.heal();
      await page.getByRole('button', { name: /neu laden|Neu laden|Erneut/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' }), kind).toBeVisible();
    }
  },
);
