/** @jest-environment ../../jest.browser.mjs */
import { type Answers, emitted, json, type MountedModule } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import meeting from '../../../meeting.config';
import app from '../../app';
import { rows } from './dashboard-rows';

const pages = pagesUnderTest(app);

async function open(answers: Answers, address = '/dashboard', state: unknown = null) {
  const page = await pages.open(address, answers, { state });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

/** A purchase that can still be paid. */
const openPurchase = {
  kind: 'course',
  trainee_ids: [],
  title: 'Ethik',
  amount_cents: 12_000,
  state: 'open',
  is_own: true,
  session_id: 'cs_1',
  url: 'https://pay.example/cs_1',
  begun_at: '2026-11-22T10:00:00Z',
};

describe('coming back from the payment provider', () => {
  const returned = '/dashboard?course=success&session_id=cs_1';
  const verification = (status: string) => ({
    success: false,
    already_processed: false,
    message: '',
    credits_added: null,
    available_credits: null,
    total_credits: null,
    subscription_tier: null,
    payment_details: { amount_paid: null },
    status,
    kind: 'course',
  });
  const told = (page: MountedModule) => page.ports.toasts().map(({ title, description }) => [title, description]);

  it('reports the purchase once, refreshes the courses and cleans the address', async () => {
    const page = await open(
      { ...rows, 'functions/check-payment-status': () => ({ success: true, message: '' }) },
      returned,
    );
    await waitFor(() => expect(told(page)).toEqual([['Kurs erfolgreich gekauft!', undefined]]));
    expect(page.ports.navigation.getLocation()).toMatchObject({ pathname: '/dashboard', search: '' });
    expect(page.ports.events.published()).toEqual([
      emitted(meeting, 'enrollments-changed', 'a paid course was registered'),
    ]);
    const asked = () => pages.requests().filter(({ url }) => url.includes('nemus_course_enrollments')).length;
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('looks again after a reload, and clears an address that names no payment', async () => {
    const page = await open(
      { ...rows, 'functions/check-payment-status': () => ({ success: true, message: '' }) },
      '/dashboard?course=success&quelle=mail',
      { paymentSession: 'cs_2' },
    );
    await waitFor(() => expect(told(page)).toEqual([['Kurs erfolgreich gekauft!', undefined]]));
    expect(page.ports.navigation.getLocation()).toMatchObject({ search: '?quelle=mail', state: null });
  });

  it('reports a cancelled purchase', async () => {
    const page = await open(rows, '/dashboard?course=cancelled');
    await waitFor(() => expect(told(page)).toEqual([['Kauf abgebrochen', 'Der Kaufvorgang wurde abgebrochen.']]));
    expect(page.ports.navigation.getLocation().search).toBe('');
  });

  it('shows a purchase under way with the ways out, and a payment that failed until it is closed', async () => {
    const purchase = {
      order_id: 'o1',
      kind: 'course',
      course_id: 'c1',
      trainee_ids: [],
      title: 'Ethik',
      amount_cents: 12_000,
      state: 'open',
      is_own: true,
      session_id: 'cs_1',
      url: 'https://pay.example/cs_1',
      begun_at: '2026-11-22T10:00:00Z',
    };
    let purchases: object[] = [purchase, { ...purchase, order_id: 'o2', title: 'Recht', state: 'failed', url: null }];
    const page = await open({
      ...rows,
      'rpc/nemus_open_purchases': () => purchases,
      'functions/cancel-purchase': () => {
        purchases = purchases.slice(1);
        return { cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' };
      },
      'rpc/nemus_note_result_shown': () => {
        purchases = [];
        return null;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Kauf abbrechen: Ethik' }));
    await waitFor(() => expect(told(page)).toEqual([['Kauf abgebrochen', 'Der Kaufvorgang wurde abgebrochen.']]));
    await waitFor(() => expect(screen.queryByText('Sie haben einen Kauf begonnen')).toBeNull());
    expect(page.ports.events.published()).toContainEqual(
      emitted(meeting, 'enrollments-changed', 'a purchase was given up'),
    );
    expect(screen.getByText(/^Recht: Die Zahlung wurde nicht ausgeführt/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Meldung schließen' }));
    await waitFor(() => expect(screen.queryByText('Ihre Zahlung ist fehlgeschlagen')).toBeNull());
  });

  it('gives a purchase up that was cancelled at the provider: one state, and it can be bought again', async () => {
    const course = 'c0000000-0000-4000-8000-000000000003';
    const order = '0d000000-0000-4000-8000-000000000001';
    const begun = { ...openPurchase, order_id: order, course_id: course };
    let purchases: object[] = [begun];
    const page = await open(
      {
        ...rows,
        'rpc/nemus_open_purchases': () => purchases,
        'functions/cancel-purchase': () => {
          purchases = [];
          return { cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' };
        },
      },
      `/dashboard?course=cancelled&course_id=${course}&order_id=${order}`,
    );
    expect(await screen.findByText('Sie haben nichts gekauft')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Sie haben einen Kauf begonnen')).toBeNull());
    expect(purchases).toEqual([]);
    expect(page.ports.events.published()).toContainEqual({
      name: 'enrollments-changed',
      payload: { courseId: course },
    });
  });

  it('never shows a purchase that was given up at the provider as begun, nor until it is read again', async () => {
    const order = '0d000000-0000-4000-8000-000000000001';
    let answer: (value: object) => void = () => undefined;
    let reads = 0;
    const later = new Promise<object[]>(() => undefined);
    await open(
      {
        ...rows,
        'rpc/nemus_open_purchases': () => {
          reads += 1;
          return reads === 1 ? [{ ...openPurchase, order_id: order, course_id: 'c1' }] : later;
        },
        'functions/cancel-purchase': () =>
          new Promise<object>((resolve) => {
            answer = resolve;
          }),
      },
      `/dashboard?course=cancelled&order_id=${order}`,
    );
    await waitFor(() => expect(reads).toBe(1));
    expect(screen.queryByText('Sie haben einen Kauf begonnen')).toBeNull();
    await act(async () => answer({ cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' }));
    expect(await screen.findByText('Sie haben nichts gekauft')).toBeVisible();
    expect(screen.queryByText('Sie haben einen Kauf begonnen')).toBeNull();
  });

  it('does not claim that nothing was bought when the course was paid before the link was opened', async () => {
    const course = 'c0000000-0000-4000-8000-000000000003';
    const message = 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.';
    const page = await open(
      {
        ...rows,
        'rpc/nemus_open_purchases': () => [],
        'functions/cancel-purchase': () => ({ cancelled: false, message }),
      },
      `/dashboard?course=cancelled&course_id=${course}&order_id=0d000000-0000-4000-8000-000000000001`,
    );
    await waitFor(() => expect(told(page)).toEqual([['Kauf nicht abgebrochen', message]]));
    expect(screen.queryByText('Sie haben nichts gekauft')).toBeNull();
  });

  it('gives nothing up when the link does not name the order: anyone could have sent it', async () => {
    const course = 'c0000000-0000-4000-8000-000000000003';
    const cancelPurchase = jest.fn();
    await open(
      {
        ...rows,
        'rpc/nemus_open_purchases': () => [{ ...openPurchase, order_id: 'o1', course_id: course }],
        'functions/cancel-purchase': cancelPurchase,
      },
      `/dashboard?course=cancelled&course_id=${course}`,
    );
    expect(await screen.findByText('Sie haben einen Kauf begonnen')).toBeVisible();
    expect(cancelPurchase).not.toHaveBeenCalled();
    expect(screen.queryByText('Sie haben nichts gekauft')).toBeNull();
  });

  it('links back to the course of a cancelled purchase, but not to an invalid one', async () => {
    const course = 'c0000000-0000-4000-8000-000000000003';
    const page = await open(
      {
        ...rows,
        'rpc/nemus_open_purchases': () => [],
        'functions/cancel-purchase': () => ({ cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' }),
      },
      `/dashboard?course=cancelled&course_id=${course}&order_id=0d000000-0000-4000-8000-000000000001`,
    );
    expect(await screen.findByRole('link', { name: 'Zurück zum Kurs' })).toHaveAttribute(
      'href',
      `/seminar-catalog?kurs=${course}`,
    );
    expect(page.ports.navigation.getLocation().search).toBe('');
    await open(rows, '/dashboard?course=cancelled&course_id=https%3A%2F%2Fevil.example');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Zurück zum Kurs' })).toBeNull();
  });

  it('shows the text of S-9.10 when the check fails, for instance for another account’s session', async () => {
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () =>
          json(404, { error: { code: 'payment_not_found', message: 'Zahlung nicht gefunden' } }),
      },
      returned,
    );
    await waitFor(() =>
      expect(told(page)).toEqual([
        [
          'Fehler bei der Kursregistrierung',
          'Ihr Kauf war erfolgreich, aber es gab einen Fehler bei der Kursregistrierung. Bitte kontaktieren Sie den Support.',
        ],
      ]),
    );
    expect(page.ports.navigation.getLocation().search).toBe('');
    // Looking again would find nothing either.
    expect(screen.queryByRole('button', { name: 'Jetzt prüfen' })).toBeNull();
  });

  it('lets the reader repeat a check that failed', async () => {
    let broken = true;
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () => (broken ? { strange: true } : { success: true, message: '' }),
      },
      returned,
    );
    expect(await screen.findByText('Ihre Zahlung konnte nicht geprüft werden')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
    await waitFor(() => expect(told(page).map(([title]) => title)).toHaveLength(2));
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
    await waitFor(() => expect(told(page).map(([title]) => title)).toContain('Kurs erfolgreich gekauft!'));
    expect(screen.queryByRole('button', { name: 'Jetzt prüfen' })).toBeNull();
  });

  it('passes on why a payment failed', async () => {
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () => ({ success: false, message: 'Die Zahlung wurde abgelehnt.' }),
        'functions/verify-payment': () => verification('failed'),
      },
      returned,
    );
    await waitFor(() => expect(told(page)).toEqual([['Zahlung fehlgeschlagen', 'Die Zahlung wurde abgelehnt.']]));
  });

  it('says that the money is on its way, and checks again', async () => {
    let paid = false;
    const page = await open(
      {
        ...rows,
        'functions/check-payment-status': () => ({ success: paid, message: '' }),
        'functions/verify-payment': () => verification('pending'),
      },
      returned,
    );
    expect(await screen.findByText('Ihre Zahlung ist noch nicht eingegangen')).toBeVisible();
    expect(told(page)).toEqual([]);
    // The address is clean at once; a reload looks at the same payment again, until its end is known.
    expect(page.ports.navigation.getLocation()).toMatchObject({ search: '', state: { paymentSession: 'cs_1' } });
    paid = true;
    fireEvent.click(screen.getByRole('button', { name: 'Jetzt prüfen' }));
    await waitFor(() => expect(told(page)).toEqual([['Kurs erfolgreich gekauft!', undefined]]));
    expect(page.ports.navigation.getLocation()).toMatchObject({ search: '', state: null });
    expect(screen.queryByText('Ihre Zahlung ist noch nicht eingegangen')).toBeNull();
  });
});
