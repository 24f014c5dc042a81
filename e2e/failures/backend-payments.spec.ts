import type { Page } from '@playwright/test';
import { buyCredits, control, openCheckout, sessionIn } from '../support/checkout';
import { newAccount, signUp } from '../support/accounts';
import { expect, expectPageReady, test } from '../support/test';
import { faultsOf } from './cell';
import { breakChange, CHANGE_FAULTS } from './support/change-faults';

const fault = faultsOf(test);

/** Faults of the functions after a purchase, in one test. */
const FAULTS = [...CHANGE_FAULTS, 'hung'] as const;
/** Words that no reader may see. */
const NOT_FOR_READERS = /broken for the test|JWT|fetch|undefined|non-2xx|Edge Function/i;
const ADDED = '100 Credits wurden Ihrem Konto hinzugefügt.';

test.beforeEach(({ complaints }) => {
  test.slow();
  complaints.expected(/Failed to load resource/);
});

/** Advances the clock until something is shown: the pauses before retries, and the timeout. */
async function passUntil(page: Page, seen: () => Promise<number>, why: string) {
  // Not before the page's own code has loaded: its timeout would expire as well.
  await expect(page.getByRole('heading', { level: 1 }).first(), why).toBeVisible();
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(10_000);
        return seen();
      },
      { message: why, intervals: [100] },
    )
    .toBeGreaterThan(0);
}

/** A separate institution that has paid for 100 credits, and whose provider tab is closed. Returns the session. */
async function payForCredits(page: Page): Promise<string> {
  await signUp(page, newAccount('Institut am Wald'));
  await page.goto('/subscription');
  await expectPageReady(page);
  const tab = await openCheckout(page, buyCredits(page));
  const session = sessionIn(tab);
  await tab.close();
  await control('POST', `/sessions/${session}`, { action: 'pay' });
  return session;
}

/** A separate trainee who has paid for a course. Returns the session. */
async function payForCourse(page: Page): Promise<string> {
  await signUp(page, newAccount());
  await page.goto('/seminar-catalog?q=angst');
  await expectPageReady(page);
  const tab = await openCheckout(page, page.getByRole('button', { name: /^Jetzt kaufen: / }).first());
  const session = sessionIn(tab);
  await tab.close();
  await control('POST', `/sessions/${session}`, { action: 'pay' });
  return session;
}

fault(
  {
    group: 'Backend',
    target: 'function verify-payment: the page after a payment',
    fault: FAULTS.join(', '),
    sees: '„Verifikationsfehler“ in German, „Ihre Zahlung geht nicht verloren“ and the way to the support; „Jetzt prüfen“ shows what was bought, once.',
  },
  async ({ page }) => {
    const session = await payForCredits(page);
    const broken = await breakChange(page, '/functions/v1/verify-payment');
    await page.clock.install();
    for (const kind of FAULTS) {
      broken.set(kind);
      await page.goto(`/payment-success?session_id=${session}`);
      const failed = page.getByRole('heading', { level: 1, name: 'Verifikationsfehler' });
      await passUntil(page, () => failed.count(), kind);
      await expect(page.getByRole('main'), kind).toContainText('Ihre Zahlung geht nicht verloren');
      await expect(page.getByRole('main'), kind).not.toContainText(NOT_FOR_READERS);
      await expect(page.getByRole('link', { name: 'Support kontaktieren' }), kind).toBeVisible();
      broken.heal();
      await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
      await expect(page.getByText(ADDED), kind).toBeVisible();
    }
    await page.goto('/subscription');
    await expect(page.getByText('100 Credits verfügbar')).toBeVisible();
  },
);

fault(
  {
    group: 'Backend',
    target: 'function verify-payment: the page after a payment',
    fault: 'is answered late',
    sees: '„Ihre Zahlung wird geprüft …“, then what was bought; it was asked for once.',
  },
  async ({ page }) => {
    const session = await payForCredits(page);
    const broken = await breakChange(page, '/functions/v1/verify-payment');
    broken.set('late');
    await page.goto(`/payment-success?session_id=${session}`);
    await expect(page.getByText('Ihre Zahlung wird geprüft …')).toBeVisible();
    await expect.poll(() => broken.sent).toBe(1);
    broken.release();
    await expect(page.getByText(ADDED)).toBeVisible();
    expect(broken.sent).toBe(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'function check-payment-status: back on the dashboard after buying a course',
    fault: FAULTS.join(', '),
    sees: '„Fehler bei der Kursregistrierung“ with the specified words, above a dashboard that stands, and a notice that stays; its „Jetzt prüfen“ says „Kurs erfolgreich gekauft!“.',
  },
  async ({ page }) => {
    const session = await payForCourse(page);
    const broken = await breakChange(page, '/functions/v1/check-payment-status');
    await page.clock.install();
    for (const kind of FAULTS) {
      broken.set(kind);
      await page.goto(`/dashboard?course=success&session_id=${session}`);
      const told = page.getByRole('alert').filter({ hasText: 'Fehler bei der Kursregistrierung' });
      await passUntil(page, () => told.count(), kind);
      await expect(page.getByRole('alert').filter({ hasText: NOT_FOR_READERS }), kind).toHaveCount(0);
      await expect(page, kind).toHaveURL(/\/dashboard$/);
      await expectPageReady(page);
      broken.heal();
      await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
      await expect(page.getByText('Kurs erfolgreich gekauft!'), kind).toBeVisible();
      await expect(page.getByRole('button', { name: 'Jetzt prüfen' }), kind).toHaveCount(0);
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'function check-payment-status: back on the dashboard after buying a course',
    fault: 'is answered late',
    sees: '„Ihre Zahlung wird geprüft …“ above a dashboard that stands, then „Kurs erfolgreich gekauft!“; it was asked for once.',
  },
  async ({ page }) => {
    const session = await payForCourse(page);
    const broken = await breakChange(page, '/functions/v1/check-payment-status');
    broken.set('late');
    await page.goto(`/dashboard?course=success&session_id=${session}`);
    await expect(page.getByText('Ihre Zahlung wird geprüft …')).toBeVisible();
    await expectPageReady(page);
    expect(broken.sent).toBe(1);
    broken.release();
    await expect(page.getByText('Kurs erfolgreich gekauft!')).toBeVisible();
    expect(broken.sent).toBe(1);
  },
);

fault(
  {
    group: 'Backend',
    target: 'function check-payment-status: the tab that waits for a payment',
    fault: FAULTS.join(', '),
    sees: 'Nothing of it: the order is looked at all the same, and the credits are there.',
  },
  async ({ page }) => {
    const broken = await breakChange(page, '/functions/v1/check-payment-status');
    await signUp(page, newAccount('Institut am Wald'));
    await page.goto('/subscription');
    await expectPageReady(page);
    let credits = 0;
    for (const kind of FAULTS) {
      broken.set(kind);
      const before = broken.sent;
      const tab = await openCheckout(page, buyCredits(page));
      const session = sessionIn(tab);
      await tab.close();
      // The closed tab makes the page check.
      await expect.poll(() => broken.sent, kind).toBeGreaterThan(before);
      await control('POST', `/sessions/${session}`, { action: 'pay' });
      credits += 100;
      await expect(page.getByText(`${credits} Credits verfügbar`), kind).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole('alert').filter({ hasText: /fehl|Fehler/ }), kind).toHaveCount(0);
    }
  },
);

fault(
  {
    group: 'Backend',
    target: 'function confirm-purchases: the mail after a booking',
    fault: FAULTS.join(', '),
    sees: 'Nothing of it: „Kurs gekauft“, and the booking stands, once.',
  },
  async ({ page }) => {
    const broken = await breakChange(page, '/functions/v1/confirm-purchases');
    await signUp(page, newAccount('Institut am Wald'));
    await page.goto('/subscription');
    await expectPageReady(page);
    await page.getByLabel(/^Anzahl/).fill('1000');
    const tab = await openCheckout(page, buyCredits(page));
    await control('POST', `/sessions/${sessionIn(tab)}`, { action: 'pay' });
    await tab.close();
    await expect(page.getByText(/^1\.?000 Credits verfügbar/)).toBeVisible({ timeout: 20_000 });
    const places = page.getByRole('checkbox', { disabled: false });
    for (const [index, kind] of FAULTS.entries()) {
      broken.set(kind);
      const sent = broken.sent;
      await page.goto(`/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-00000000000${index + 1}`);
      await expectPageReady(page);
      await places.first().check();
      await page.getByRole('button', { name: /^Mit \d+ Credits kaufen/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Jetzt kaufen' }).click();
      await expect(page.getByText('Kurs gekauft', { exact: true }), kind).toBeVisible();
      await expect.poll(() => broken.sent, kind).toBeGreaterThan(sent);
      await expect(page, kind).toHaveURL(/\/course-bookings$/);
      await expect(page.getByRole('alert').filter({ hasText: /fehl|Fehler/ }), kind).toHaveCount(0);
    }
  },
);
