import { expect, type Page } from '@playwright/test';

export const BLOCK = '/course/rechtliche-grundlagen/block-a';

/** Right and wrong options of the three questions, by words of each. */
export const RIGHT = [/Nichts – auch nicht/, /Zehn Jahre/, /gegenwärtige Gefahr/] as const;
export const WRONG = [/Alles, denn/, /Zwei Jahre/, /berechtigtes Interesse/] as const;

/** What each step is known by: the name of its heading, or the counter of the quiz. */
export const STEP_SIGNS = {
  comic: 'Bild 1 von 6',
  video: 'Ohne Ton, mit deutschen Untertiteln',
  summary: /^Sechs Regeln aus dem Berufsrecht/,
  quiz: /^Frage \d von 3$/,
  leaderboard: 'Die zehn besten Ergebnisse, von jeder Person das beste',
  completed: 'Block A ist geschafft',
} as const;

/** Waits until a step is on the screen. */
export async function showStep(page: Page, step: keyof typeof STEP_SIGNS) {
  await expect(page.getByText(STEP_SIGNS[step]).first()).toBeVisible();
}

/** From the comic to the first question, as a learner goes. */
export async function walkToQuiz(page: Page) {
  await page.goto(`${BLOCK}?schritt=comic`);
  await expect(page.getByRole('heading', { level: 2, name: /1\. Aufklärung/ })).toBeVisible();
  for (let panel = 1; panel < 6; panel += 1) await page.getByRole('button', { name: 'Nächstes Bild' }).click();
  await page.getByRole('button', { name: 'Weiter zum Video' }).click();
  await page.getByRole('button', { name: 'Weiter zur Zusammenfassung' }).click();
  await page.getByRole('button', { name: 'Zum Quiz' }).click();
  await expect(page.getByText('Frage 1 von 3')).toBeVisible();
}

/** Answers the questions from one on, and goes on after each, also after the last. */
export async function answerAll(page: Page, options: readonly RegExp[], from = 0) {
  for (const [index, option] of options.entries()) {
    if (index < from) continue;
    await expect(page.getByText(`Frage ${index + 1} von 3`)).toBeVisible();
    await page.getByRole('button', { name: option }).click();
    await expect(page.getByText(/^(Richtig!|Nicht richtig|Keine Leben mehr)$/)).toBeVisible();
    if ((await page.getByText('Keine Leben mehr').count()) > 0) return;
    await page.getByRole('button', { name: /Nächste Frage|Quiz abschließen/ }).click();
  }
}
