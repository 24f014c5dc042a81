import { z } from 'zod';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test';
import { newAccount, signUp } from '../support/accounts';
import { ALL_RIGHT, ALL_WRONG, answerAll, BLOCK, choose, optionButton, walkToQuiz } from './block';

/** What starting a quiz sends; `loose`, so that nothing of it is dropped before it is looked at. */
const startSchema = z.looseObject({
  questions: z.array(z.looseObject({ question: z.string(), comic_reference: z.number() })),
});

test.describe('the list', () => {
  test('shows four figures, six courses and their first modules', async ({ page, openAs }) => {
    await openAs('piw', '/e-learning');
    await expect(page.getByText('127')).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Kurse' }).getByRole('article').or(page.locator('ul[aria-label="Kurse"] > li')),
    ).toHaveCount(6);
    await expect(page.getByText('+2 weitere Module').first()).toBeVisible();
    for (const fact of ['24 UE', 'Anfänger', 'Dauer: 18 Stunden', 'Bewertung: 4,8 von 5', '342 Teilnehmende']) {
      await expect(page.getByRole('list', { name: 'Kurse' }).getByRole('listitem').first()).toContainText(fact);
    }
    await expectAccessible(page);
  });

  test('keeps tab, search and filter in the address', async ({ page, openAs }) => {
    await openAs('piw', '/e-learning');
    await page.getByRole('searchbox').or(page.getByLabel('Kurse durchsuchen')).first().fill('schweigepflicht');
    await expect(page).toHaveURL(/suche=schweigepflicht/);
    await expect(page.getByRole('heading', { name: 'Rechtliche Grundlagen' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Diagnostik nach ICD-11' })).toBeHidden();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Schwierigkeitsgrad').selectOption('Experte');
    await expect(page.getByText('Keine Kurse gefunden')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Keine Kurse gefunden')).toBeVisible();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await expect(page.getByRole('heading', { name: 'Diagnostik nach ICD-11' })).toBeVisible();
    await page.getByRole('tab', { name: /Premium/ }).click();
    await expect(page).toHaveURL(/ansicht=premium/);
    await expect(page.getByRole('heading', { name: 'Diagnostik nach ICD-11' })).toBeHidden();
  });
});

test.describe('the course page', () => {
  test('shows four blocks; only A leads on, and C has no modules yet', async ({ page, openAs }) => {
    await openAs('piw', '/course/rechtliche-grundlagen');
    await expect(page.getByText('20 UE')).toBeVisible();
    for (const name of [
      'Block A: Berufsrecht',
      'Block B: Zivil-/Strafrecht',
      'Block C: Psychiatrie-/Sozialrecht',
      'Block D: Sonderthemen',
    ]) {
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
    await expect(page.getByText('Für diesen Block gibt es noch keine Module.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Block . öffnen/ })).toHaveCount(1);
  });

  for (const id of ['gibt-es-nicht', 'course-2', '%3Cscript%3E']) {
    test(`says of ${id} that it was not found, with the way back`, async ({ page, openAs }) => {
      await openAs('piw', `/course/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Kurs nicht gefunden' })).toBeVisible();
      await page.getByRole('link', { name: 'Zurück zum E-Learning' }).click();
      await expect(page).toHaveURL(/\/e-learning$/);
    });
  }
});

test.describe('Block A', () => {
  test.slow();

  test('leads a new learner from the comic to the end; modules unlock and survive', async ({ page }) => {
    await signUp(page, newAccount());
    await page.goto('/course/rechtliche-grundlagen');
    await expect(page.getByRole('button', { name: 'Aufklärung öffnen' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Einwilligung öffnen' })).toBeHidden();
    await page.getByRole('button', { name: 'Aufklärung öffnen' }).click();
    await page.getByRole('button', { name: 'Als abgeschlossen markieren' }).click();
    await expect(page.getByRole('button', { name: 'Einwilligung öffnen' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Einwilligung öffnen' })).toBeVisible();

    await walkToQuiz(page);
    await answerAll(page, ALL_RIGHT);
    await expect(page.getByRole('heading', { name: 'Bestenliste' })).toBeVisible();
    await expect(page.locator('[aria-current="true"]').getByText('Mira S.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expect(page.getByRole('heading', { name: 'Block A ist geschafft' })).toBeVisible();
    // The quiz and the module that was completed before it: two of twelve, and none that was never opened.
    await page.getByRole('link', { name: 'Zurück zum Kurs' }).click();
    await expect(page.getByText('17 %').first()).toBeVisible();
    await expect(page.getByText('Schweigepflicht, gesperrt', { exact: true })).toBeAttached();
    await expect(page.getByText('Quiz: Berufsrecht, abgeschlossen', { exact: true })).toBeAttached();
  });

  test('ends with no lives left, and begins anew by a reload', async ({ page }) => {
    await signUp(page, newAccount());
    await walkToQuiz(page);
    await answerAll(page, ALL_WRONG);
    await expect(page.getByText('Keine Leben mehr')).toBeVisible();
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByText('Frage 1 von 3')).toBeVisible();
    await expect(page.getByText('3 von 3 Leben')).toBeAttached();
  });

  test('takes one choice per question and never tells the answer before', async ({ page }) => {
    await signUp(page, newAccount());
    const started = page.waitForResponse(
      (response) => response.url().endsWith('/rpc/nemus_start_quiz') && response.ok(),
    );
    await walkToQuiz(page);
    const { questions, ...run } = startSchema.parse(await (await started).json());
    expect(questions).toHaveLength(3);
    // Nothing of a question but what is shown, and no verdict beside it.
    for (const question of questions) {
      expect(Object.keys(question).toSorted()).toEqual(['comic_reference', 'id', 'options', 'question']);
    }
    expect(run).toMatchObject({ answers: [], score: 0, lives_remaining: 3 });
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(questions[0]?.question ?? '');
    const right = (await (await optionButton(page, 'right')).textContent()) ?? '';
    const wrong = await choose(page, 'wrong');
    await expect(page.getByText('Nicht richtig', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: right, exact: true })).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: wrong })).toContainText('Ihre Antwort, nicht richtig');
    await expect(page.getByRole('listitem').filter({ hasText: right })).toContainText('richtige Antwort');
    await expect(page.getByText('2 von 3 Leben')).toBeAttached();
    const panel = questions[0]?.comic_reference ?? 0;
    await page.getByRole('button', { name: `Bild ${panel} im Comic ansehen` }).click();
    await expect(page.getByRole('dialog', { name: new RegExp(`^${panel}\\. `) })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Frage 1 von 3')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Frage 2 von 3')).toBeVisible();
    await expect(page.getByText('2 von 3 Leben')).toBeAttached();
  });

  test('plays a real video with German subtitles and goes on where it was left', async ({ page, openAs }) => {
    await openAs('piw', `${BLOCK}?schritt=comic&bild=6`);
    await page.getByRole('button', { name: 'Weiter zum Video' }).click();
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0);
    await video.evaluate((player: HTMLVideoElement) => {
      player.currentTime = 30;
    });
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.seekable.end(0))).toBeGreaterThan(60);
    await expect
      .poll(() => video.evaluate((player: HTMLVideoElement) => player.textTracks[0]?.cues?.length ?? 0))
      .toBeGreaterThan(10);
    await page.reload();
    await expect
      .poll(() => page.locator('video').evaluate((player: HTMLVideoElement) => player.currentTime))
      .toBeGreaterThan(25);
  });

  test('can be gone through by keyboard alone at 360 px', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signUp(page, newAccount());
    await page.goto(BLOCK);
    await expect(page.getByRole('heading', { level: 2, name: /1\. Aufklärung/ })).toBeVisible();
    const press = async (name: string | RegExp) => {
      const target = page.getByRole('button', { name }).first();
      await expect(target).toBeVisible();
      for (let presses = 0; presses < 60; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await expect(target).toBeFocused();
      await page.keyboard.press('Enter');
    };
    for (let panel = 1; panel < 6; panel += 1) {
      await press('Nächstes Bild');
      await expect(page.getByText(`Bild ${panel + 1} von 6`)).toBeVisible();
    }
    await press('Weiter zum Video');
    await press('Weiter zur Zusammenfassung');
    await expectNoSidewaysScroll(page);
    await press('Zum Quiz');
    for (const [index, answer] of ALL_RIGHT.entries()) {
      await expect(page.getByText(`Frage ${index + 1} von 3`)).toBeVisible();
      if (index > 0) await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
      await press((await (await optionButton(page, answer)).textContent()) ?? '');
      await expect(page.getByRole('region', { name: 'Erklärung' })).toBeFocused();
      await press(/Nächste Frage|Quiz abschließen/);
    }
    await expect(page.getByRole('heading', { name: 'Bestenliste' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
