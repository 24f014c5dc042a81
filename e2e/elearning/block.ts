import { expect, type Page } from '@playwright/test';
import { optionOf } from './answers';

export const BLOCK = '/course/rechtliche-grundlagen/block-a';

/** How the three questions of a run are answered. */
export type Answer = 'right' | 'wrong';
export const ALL_RIGHT: readonly Answer[] = ['right', 'right', 'right'];
export const ALL_WRONG: readonly Answer[] = ['wrong', 'wrong', 'wrong'];

/** How to recognise each step: the name of its heading, or the counter of the quiz. */
export const STEP_SIGNS = {
  comic: 'Bild 1 von 6',
  video: 'Ohne Ton, mit deutschen Untertiteln',
  summary: /^Sechs Regeln aus dem Berufsrecht/,
  quiz: /^Frage \d von 3$/,
  leaderboard: /^Die zehn besten Ergebnisse\./,
  completed: 'Block A ist geschafft',
} as const;

/** Waits until a step is on the screen. */
export async function showStep(page: Page, step: keyof typeof STEP_SIGNS) {
  await expect(page.getByText(STEP_SIGNS[step]).first()).toBeVisible();
}

/** From the comic to the first question, as a learner. */
export async function walkToQuiz(page: Page) {
  await page.goto(`${BLOCK}?schritt=comic`);
  await expect(page.getByRole('heading', { level: 2, name: /1\. Aufklärung/ })).toBeVisible();
  for (let panel = 1; panel < 6; panel += 1) await page.getByRole('button', { name: 'Nächstes Bild' }).click();
  await page.getByRole('button', { name: 'Weiter zum Video' }).click();
  await page.getByRole('button', { name: 'Weiter zur Zusammenfassung' }).click();
  await page.getByRole('button', { name: 'Zum Quiz' }).click();
  await expect(page.getByText('Frage 1 von 3')).toBeVisible();
}

/** The button of a right or a wrong option of the current question; every run draws questions and orders again. */
export async function optionButton(page: Page, answer: Answer) {
  const question = (await page.locator('#quizfrage').textContent()) ?? '';
  return page.getByRole('button', { name: optionOf(question, answer), exact: true });
}

/** Chooses a right or a wrong option of the question that shows. @returns its words. */
export async function choose(page: Page, answer: Answer): Promise<string> {
  const button = await optionButton(page, answer);
  const words = (await button.textContent()) ?? '';
  await button.click();
  return words;
}

/** Answers the questions from a given one, and continues after each, also after the last. */
export async function answerAll(page: Page, answers: readonly Answer[], from = 0) {
  for (const [index, answer] of answers.entries()) {
    if (index < from) continue;
    await expect(page.getByText(`Frage ${index + 1} von 3`)).toBeVisible();
    await choose(page, answer);
    await expect(page.getByText(/^(Richtig!|Nicht richtig|Keine Leben mehr)$/)).toBeVisible();
    if ((await page.getByText('Keine Leben mehr').count()) > 0) return;
    await page.getByRole('button', { name: /Nächste Frage|Quiz abschließen/ }).click();
  }
}
