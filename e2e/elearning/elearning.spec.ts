import { expect, test } from '../support/test';
import { ALL_WRONG, answerAll, BLOCK, walkToQuiz } from './block';

test.slow();

test('a video plays with German subtitles and continues where it was left', async ({ page, openAs }) => {
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

test('a lost game restarts with a reload of the page', async ({ page, openAs }) => {
  await openAs('piw', BLOCK);
  await walkToQuiz(page);
  await answerAll(page, ALL_WRONG);
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByText('Frage 1 von 3')).toBeVisible();
  await expect(page.getByText('3 von 3 Leben')).toBeAttached();
});
