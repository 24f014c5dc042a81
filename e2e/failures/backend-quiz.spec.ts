import type { Page } from '@playwright/test';
import { ALL_RIGHT, answerAll, BLOCK, choose, showStep, walkToQuiz } from '../elearning/block';
import { arriveAs, newAccount, signUp } from '../support/accounts';
import { expect, test } from '../support/test';
import { faultsOf } from './cell';
import { breakChange, CHANGE_FAULTS } from './support/change-faults';
import { breakRead, delayRead, READ_FAULTS } from './support/read-faults';

const fault = faultsOf(test);

/** The card of a finally failed read, with our message; the pauses between its retries are skipped. */
async function failedCard(page: Page, kind: string) {
  const card = page.getByRole('alert').filter({ hasText: 'Laden fehlgeschlagen' });
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(5_000);
        return card.count();
      },
      { message: kind, intervals: [100] },
    )
    .toBe(1);
  await expect(card, kind).toContainText('Support-ID');
  await expect(card, kind).not.toContainText(/broken|JWT/);
  return card;
}

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
  },
  async ({ page }) => {
    const broken = await breakChange(page, '/rest/v1/rpc/nemus_answer_question');
    await arriveAs(page, newAccount(), '/e-learning');
    await walkToQuiz(page);
    for (const kind of CHANGE_FAULTS) {
      broken.set(kind);
      await choose(page, 'right');
      const told = page.getByRole('alert').filter({ hasText: 'Antwort nicht übertragen' });
      await expect(told, kind).toBeVisible();
      await expect(told, kind).not.toContainText(/broken|JWT/);
      await expect(page.getByText('Frage 1 von 3'), kind).toBeVisible();
      await page.getByRole('button', { name: 'Meldung schließen' }).click();
    }
    broken.heal();
    await choose(page, 'right');
    await expect(page.getByText('Richtig!')).toBeVisible();
    await expect(page.getByText('3 von 3 Leben')).toHaveCount(1);
    await page.goto(BLOCK);
    await expect(page.getByText('Frage 2 von 3')).toBeVisible();
  },
);

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_start_quiz, in the quiz of a block',
    fault: READ_FAULTS.join(', '),
    sees: 'In the place of the quiz „Laden fehlgeschlagen“ with the reason and a support id; „Erneut versuchen“ brings the question.',
  },
  async ({ page }) => {
    const broken = await breakRead(page, 'rpc/nemus_start_quiz');
    await signUp(page, newAccount());
    await walkToQuiz(page);
    await page.clock.install();
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      // The page's other reads have been answered by then: hurried time would end them too.
      const asked = page.waitForRequest('**/rest/v1/rpc/nemus_start_quiz');
      await page.goto(`${BLOCK}?schritt=quiz`);
      await asked;
      const card = await failedCard(page, kind);
      broken.heal();
      await card.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(page.getByText('Frage 1 von 3'), kind).toBeVisible();
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_start_quiz, in the quiz of a block',
    fault: 'is answered late',
    sees: 'An outline in the place of the quiz, then the question; it was asked for once.',
  },
  async ({ page }) => {
    await signUp(page, newAccount());
    await walkToQuiz(page);
    const late = await delayRead(page, 'rpc/nemus_start_quiz');
    await page.reload();
    await expect.poll(() => late.asked.length).toBe(1);
    await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
    await expect(page.getByText('Frage 1 von 3')).toHaveCount(0);
    late.release();
    await expect(page.getByText('Frage 1 von 3')).toBeVisible();
    expect(late.asked).toHaveLength(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'nemus_learning_contents, the text of a module',
    fault: READ_FAULTS.join(', '),
    sees: 'In the place of the text „Laden fehlgeschlagen“ with a support id, the rest of the page stays; „Erneut versuchen“ brings the text.',
  },
  async ({ page, openAs }) => {
    const broken = await breakRead(page, 'nemus_learning_contents');
    await openAs('institution', '/course/rechtliche-grundlagen');
    await page.clock.install();
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      await page.goto('/course/rechtliche-grundlagen');
      await page.getByRole('button', { name: 'Aufklärung öffnen' }).click();
      const card = await failedCard(page, kind);
      await expect(page.getByRole('heading', { name: 'Block A: Berufsrecht' }), kind).toBeVisible();
      broken.heal();
      await card.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(page.getByRole('main').getByText('§ 630e BGB').first(), kind).toBeVisible();
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_leaderboard, after the quiz',
    fault: READ_FAULTS.join(', '),
    sees: '„Noch keine Ergebnisse vorhanden.“, as specified; „Weiter“ works.',
  },
  async ({ page }) => {
    const broken = await breakRead(page, 'rpc/nemus_leaderboard');
    await signUp(page, newAccount());
    await walkToQuiz(page);
    await answerAll(page, ALL_RIGHT);
    await showStep(page, 'leaderboard');
    await page.clock.install();
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      await page.goto(`${BLOCK}?schritt=leaderboard`);
      await showStep(page, 'leaderboard');
      await expect
        .poll(
          async () => {
            await page.clock.fastForward(5_000);
            return page.getByText('Noch keine Ergebnisse vorhanden.').count();
          },
          { message: kind, intervals: [100] },
        )
        .toBe(1);
      await page.getByRole('button', { name: 'Weiter', exact: true }).click();
      await showStep(page, 'completed');
    }
  },
);
