import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { newAccount, signUp } from '../support/accounts';
import { answerTable, breakTable } from '../support/backend';
import { expect, expectAccessible, expectPageReady, test } from '../support/test';

const list = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('listitem');

/** What the button saves, as bytes. */
async function download(page: Page, button: RegExp) {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test.describe('appointments', () => {
  test('are listed with type, format, places and status (S-5.3)', async ({ page, openAs }) => {
    await openAs('piw', '/appointments');
    const upcoming = list(page, 'Kommende Termine');
    const past = list(page, 'Vergangene Termine');
    await expect(upcoming.filter({ hasText: 'Bestätigt' }).first()).toContainText(/\d+\/\d+ Plätze belegt/);
    await expect(upcoming.filter({ hasText: 'Warteliste' }).first()).toContainText(/Platz \d+ auf der Warteliste/);
    await expect(past.filter({ hasText: 'Abgeschlossen' }).first()).toBeVisible();
    await expect(past.filter({ hasText: 'Abgesagt' }).first()).toBeVisible();
  });

  test('show their details under an address of their own', async ({ page, openAs }) => {
    await openAs('piw', '/appointments');
    await page
      .getByRole('link', { name: /^Details/ })
      .first()
      .click();
    await expect(page).toHaveURL(/termin=/);
    await expect(page.getByRole('dialog').getByText('Leitung')).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('can be joined from 15 minutes before the start, and say so before', async ({ page, openAs }) => {
    await openAs('piw', '/appointments');
    const join = page.getByRole('button', { name: /^Teilnehmen/ }).first();
    await expect(join).toBeDisabled();
    const reason = /Zugang ab (\d+)\.(\d+)\.(\d+), (\d+):(\d+) Uhr/;
    const [, day, month, year, hour, minute] =
      reason.exec(await page.getByText(reason).first().innerText())?.map(Number) ?? [];
    if (!day || !month || !year) throw new Error('The reason names no date.');
    // The browser's zone is Berlin's, so its own clock can be set to the moment that was read.
    const opens = await page.evaluate((parts) => new Date(...parts).getTime(), [year, month - 1, day, hour, minute] as [
      number,
      number,
      number,
      number,
      number,
    ]);
    await page.clock.setFixedTime(opens + 1_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('link', { name: /^Teilnehmen/ }).first()).toHaveAttribute('href', /^https:/);
  });

  test('are cancelled only after a question, and stay cancelled after a reload', async ({ page }) => {
    await signUp(page, newAccount());
    await page.goto('/appointments');
    await expectPageReady(page);
    const before = await list(page, 'Kommende Termine').count();
    const button = page.getByRole('button', { name: /^Absagen/ }).first();
    const title = (await button.getAttribute('aria-label'))?.replace('Absagen: ', '') ?? '';
    await button.click();
    const question = page.getByRole('alertdialog', { name: 'Termin absagen?' });
    await expect(question).toContainText(title);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Termin behalten' }).click();
    await expect(list(page, 'Kommende Termine')).toHaveCount(before);
    await button.click();
    await question.getByRole('button', { name: 'Termin absagen' }).click();
    await expect(page.getByText('Termin abgesagt')).toBeVisible();
    await page.reload();
    await expect(list(page, 'Kommende Termine')).toHaveCount(before);
    await expect(list(page, 'Kommende Termine').filter({ hasText: title })).toContainText('Abgesagt');
  });

  test('are rated once, changeable', async ({ page }) => {
    await signUp(page, newAccount());
    await page.goto('/appointments');
    await page
      .getByRole('button', { name: /^Bewertung abgeben/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Termin bewerten' });
    await expect(dialog.getByRole('button', { name: 'Bewertung speichern' })).toBeDisabled();
    await dialog.locator('label', { hasText: '4 Sterne' }).click();
    await dialog.getByRole('textbox').fill('Sehr praxisnah.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Bewertung speichern' }).click();
    await expect(page.getByText('Bewertung gespeichert')).toBeVisible();
    await page.reload();
    const rated = list(page, 'Vergangene Termine').filter({ hasText: 'Bewertung ändern' }).first();
    await rated.getByRole('button', { name: /^Bewertung ändern/ }).click();
    await expect(dialog.getByRole('radio', { name: '4 Sterne' })).toBeChecked();
  });

  test('of a fresh account without sample data teach what will stand here', async ({ page, openAs }) => {
    await answerTable(page, 'nemus_my_appointments', []);
    await openAs('piw', '/appointments');
    await expect(page.getByText('Noch keine Termine')).toBeVisible();
    await expectAccessible(page);
  });

  test('that cannot be read say why, and load again', async ({ page, openAs, complaints }) => {
    complaints.expected(/400 \(Bad Request\)/);
    const repair = await breakTable(page, 'nemus_my_appointments');
    await openAs('piw', '/appointments');
    await expect(page.getByText('Laden fehlgeschlagen: Ihre Termine')).toBeVisible();
    await expectAccessible(page);
    repair();
    await page.getByRole('button', { name: /Erneut/ }).click();
    await expect(list(page, 'Kommende Termine').first()).toBeVisible();
  });
});

test.describe('files of appointments', () => {
  test('the certificate is a PDF with name and title', async ({ page, openAs }) => {
    await openAs('piw', '/appointments');
    const { name, bytes } = await download(page, /^Teilnahmebescheinigung herunterladen/);
    expect(name).toMatch(/^beispiel-teilnahmebescheinigung-[a-z0-9-]+\.pdf$/);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    expect(text).toContain('Teilnahmebescheinigung');
    expect(text).toContain('Miriam Albrecht');
  });

  test('the calendar file holds every appointment in Berlin time', async ({ page, openAs }) => {
    await openAs('piw', '/appointments');
    const shown = (await list(page, 'Kommende Termine').count()) + (await list(page, 'Vergangene Termine').count());
    const { name, bytes } = await download(page, /^Alle in den Kalender$/);
    expect(name).toBe('nemus-termine.ics');
    const events = new ICAL.Component(ICAL.parse(bytes.toString('utf8'))).getAllSubcomponents('vevent');
    expect(events).toHaveLength(shown);
    for (const event of events) {
      expect(event.getFirstProperty('dtstart')?.getFirstParameter('tzid')).toBe('Europe/Berlin');
      expect(event.getFirstPropertyValue('uid')).toMatch(/@termine\.nemus$/);
    }
  });
});
