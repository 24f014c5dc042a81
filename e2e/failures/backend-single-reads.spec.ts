import type { Page } from '@playwright/test';
import { expect, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';
import { breakRead, delayRead, READ_FAULTS } from './support/read-faults';

const fault = faultsOf(test);

/** Words that no reader may see. */
const NOT_FOR_READERS = /broken|JWT|fetch|undefined/i;

/** Time passes for the reader: the pauses before a further attempt, and the time limit. */
async function passUntil(page: Page, seen: () => Promise<number>, why: string) {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(5_000);
        return seen();
      },
      { message: why, intervals: [100] },
    )
    .toBeGreaterThan(0);
}

/** The profile is readable again: loading it opens the requested page. */
async function settingsComeBack(page: Page, broken: Awaited<ReturnType<typeof breakRead>>, why: string) {
  broken.heal();
  await page.getByRole('button', { name: /neu laden|Neu laden|Erneut/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' }), why).toBeVisible();
}

test.beforeEach(({ complaints }) => {
  test.slow();
  complaints.expected(/Failed to load resource/);
});

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
      await settingsComeBack(page, broken, kind);
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'nemus_profiles, at the start',
    fault: '401, hung',
    sees: '„Profil nicht gefunden“, for a hung one after the time limit; the session stays, and loading it again leads to the page that was wanted.',
  },
  async ({ page, openAs }) => {
    await page.clock.install();
    const broken = await breakRead(page, 'nemus_profiles');
    await openAs('institution', '/settings');
    for (const kind of ['401', 'hung'] as const) {
      broken.set(kind);
      await page.reload();
      await passUntil(page, () => page.getByText('Profil nicht gefunden').count(), kind);
      await settingsComeBack(page, broken, kind);
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'nemus_profiles, at the start',
    fault: 'is answered late',
    sees: 'An outline, then the page that was wanted; it was asked for once.',
  },
  async ({ page, storedSession }) => {
    const session = await storedSession('institution');
    await page.addInitScript((stored) => localStorage.setItem('nemus-auth', stored), session);
    const late = await delayRead(page, 'nemus_profiles');
    await page.goto('/settings');
    await expect.poll(() => late.asked.length).toBe(1);
    await expect(page.getByText('Profil nicht gefunden')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toHaveCount(0);
    late.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expectPageReady(page);
    expect(late.asked).toHaveLength(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'nemus_courses on /subscription (institution), what a course costs',
    fault: READ_FAULTS.join(', '),
    sees: 'The form as always, without „Ein Kurs kostet …“, and no message.',
  },
  async ({ page, openAs }) => {
    await page.clock.install();
    const broken = await breakRead(page, 'nemus_courses');
    await openAs('institution', '/subscription');
    await expect(page.getByText(/Ein Kurs kostet/)).toBeVisible();
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      const asked = page.waitForRequest((request) => request.url().includes('/rest/v1/nemus_courses'));
      await page.reload();
      await asked;
      await expectPageReady(page);
      await page.clock.fastForward(20_000);
      await expect(page.getByRole('button', { name: 'Jetzt kaufen' }), kind).toBeEnabled();
      await expect(page.getByText(/Ein Kurs kostet/), kind).toHaveCount(0);
      await expect(page.getByRole('alert').filter({ hasText: /fehlgeschlagen/ }), kind).toHaveCount(0);
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'nemus_invoices on /purchases (institution), saving an invoice',
    fault: READ_FAULTS.join(', '),
    sees: '„Rechnung nicht erstellt“ and why, in German; the next attempt saves the file.',
  },
  async ({ page, openAs }) => {
    await page.clock.install();
    const broken = await breakRead(page, 'nemus_invoices');
    await openAs('institution', '/purchases?art=credits');
    const invoice = page.getByRole('button', { name: /^Rechnung MUSTER-/ }).first();
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      await invoice.click();
      const told = page.getByRole('alert').filter({ hasText: 'Rechnung nicht erstellt' });
      await passUntil(page, () => told.count(), kind);
      await expect(told, kind).not.toContainText(NOT_FOR_READERS);
      await page.getByRole('button', { name: 'Meldung schließen' }).click();
    }
    broken.heal();
    const file = page.waitForEvent('download');
    await invoice.click();
    expect((await file).suggestedFilename()).toMatch(/^rechnung-MUSTER-/);
  },
);

fault(
  {
    group: 'Backend',
    target: 'nemus_invoices on /purchases (institution), saving an invoice',
    fault: 'is answered late',
    sees: 'The button waits, then the file is saved; it was asked for once.',
  },
  async ({ page, openAs }) => {
    const late = await delayRead(page, 'nemus_invoices');
    await openAs('institution', '/purchases?art=credits');
    await page
      .getByRole('button', { name: /^Rechnung MUSTER-/ })
      .first()
      .click();
    const waiting = page.locator('button[aria-busy="true"]');
    await expect(waiting).toBeVisible();
    await waiting.click({ force: true });
    const file = page.waitForEvent('download');
    late.release();
    expect((await file).suggestedFilename()).toMatch(/^rechnung-MUSTER-/);
    expect(late.asked).toHaveLength(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_release_rights on /operations (operator)',
    fault: READ_FAULTS.join(', '),
    sees: '„Laden fehlgeschlagen: Ihre Berechtigung“; „Erneut versuchen“ brings the page.',
  },
  async ({ page, openAs }) => {
    const broken = await breakRead(page, 'rpc/nemus_release_rights');
    await openAs('operator', '/operations');
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      await page.reload();
      const card = page.getByRole('alert').filter({ hasText: 'Laden fehlgeschlagen: Ihre Berechtigung' });
      await expect(card, kind).toBeVisible();
      await expect(page.getByRole('table'), kind).toHaveCount(0);
      broken.heal();
      await card.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(page.getByRole('table', { name: 'Liste der Veröffentlichungen' }), kind).toBeVisible();
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'rpc/nemus_release_health_figures on /operations (operator)',
    fault: READ_FAULTS.join(', '),
    sees: 'The releases without the figures of all accounts, and a line that says so.',
  },
  async ({ page, openAs }) => {
    const broken = await breakRead(page, 'rpc/nemus_release_health_figures');
    await openAs('operator', '/operations');
    for (const kind of READ_FAULTS) {
      broken.set(kind);
      await page.reload();
      await expect(page.getByRole('table', { name: 'Liste der Veröffentlichungen' }), kind).toBeVisible();
      await expect(page.getByText('Die Meldungen aller Konten waren nicht zu bekommen.'), kind).toBeVisible();
    }
  },
);
