import { newAccount, signUp } from '../support/accounts';
import { expect, test } from '../support/test';
import { ALL_RIGHT, answerAll, showStep, walkToQuiz } from './block';

test.slow();

test('orders two people by their results, and marks one’s own', async ({ page, browser }) => {
  await signUp(page, { ...newAccount(), firstName: 'Zora', lastName: 'Quell' });
  await walkToQuiz(page);
  await answerAll(page, ['wrong', 'right', 'right']);
  await showStep(page, 'leaderboard');
  await expect(page.locator('[aria-current="true"]')).toContainText('Zora Q.');
  await expect(page.locator('[aria-current="true"]')).toContainText('2 von 3 · 67 %');

  const other = await browser.newContext();
  const second = await other.newPage();
  await signUp(second, { ...newAccount(), firstName: 'Bela', lastName: 'Brunn' });
  await walkToQuiz(second);
  await answerAll(second, ALL_RIGHT);
  await showStep(second, 'leaderboard');
  const own = second.locator('[aria-current="true"]');
  await expect(own).toContainText('Bela B.');
  const lines = await second.getByRole('list', { name: 'Bestenliste' }).getByRole('listitem').allTextContents();
  const rankOf = (name: string) => lines.findIndex((line) => line.includes(name));
  expect(rankOf('Bela B.')).toBeGreaterThanOrEqual(0);
  expect(rankOf('Bela B.')).toBeLessThan(rankOf('Zora Q.'));
  const shares = lines.map((line) => Number(/(\d+) %/.exec(line)?.[1]));
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  await other.close();
});

test('that cannot be reached says that there are no results, and blocks nothing', async ({ page, complaints }) => {
  complaints.expected(/status of 500/);
  await page.route('**/rest/v1/rpc/nemus_leaderboard', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.route('**/rest/v1/nemus_quiz_scores*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await signUp(page, newAccount());
  await walkToQuiz(page);
  await answerAll(page, ALL_RIGHT);
  await showStep(page, 'leaderboard');
  await expect(page.getByText('Noch keine Ergebnisse vorhanden.')).toBeVisible();
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await showStep(page, 'completed');
});
