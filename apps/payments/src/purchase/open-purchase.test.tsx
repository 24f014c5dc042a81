/** @jest-environment ../../jest.browser.mjs */
import { emitted, json } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import meeting from '../../meeting.config';
import { exampleOpenPurchase, exampleOrder, ORDER_ID, PAGE } from '../examples/rows';
import { COURSE, purchaseUnderTest } from './purchase-under-test';

const { show, asked, byCard, requests } = purchaseUnderTest();

describe('a purchase under way', () => {
  const under = (change: object = {}) => [exampleOpenPurchase({ course_id: COURSE.courseId, ...change })];

  it('is found again after a reload, stops a second one, and can be cancelled', async () => {
    let open = under();
    const { ports } = await show('piw', {
      'rpc/nemus_open_purchases': () => open,
      nemus_orders: () => [exampleOrder()],
      'functions/cancel-purchase': () => {
        open = [];
        return { cancelled: true, message: 'Der Kaufvorgang wurde abgebrochen.' };
      },
    });
    expect(await screen.findByText('Sie haben diesen Kauf begonnen')).toBeVisible();
    const button = await byCard(/^Jetzt kaufen/);
    expect(button).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Bezahlseite öffnen' })).toHaveAttribute('href', PAGE.url);
    const cancel = screen.getByRole('button', { name: 'Kauf abbrechen' });
    fireEvent.click(cancel);
    fireEvent.click(cancel);
    await waitFor(() => expect(button).toBeEnabled());
    expect(asked('cancel-purchase')).toHaveLength(1);
    expect(await asked('cancel-purchase')[0]?.json()).toEqual({ orderId: ORDER_ID });
    expect(ports.toasts()).toEqual([
      { kind: 'success', title: 'Kauf abgebrochen', description: 'Der Kaufvorgang wurde abgebrochen.' },
    ]);
    expect(ports.events.published()).toEqual([emitted(meeting, 'enrollments-changed', 'a course was bought')]);
    expect(screen.queryByText('Sie haben diesen Kauf begonnen')).toBeNull();
  });

  it('whose money is on its way is waited for, without a way to buy again', async () => {
    await show('institution', {
      'rpc/nemus_open_purchases': () => under({ state: 'pending' }),
      nemus_orders: () => [exampleOrder({ status: 'pending' })],
    });
    expect(await screen.findByText('Ihre Zahlung ist unterwegs')).toBeVisible();
    expect(await byCard(/^Mit Karte kaufen/)).toBeDisabled();
    expect(await byCard(/^Mit 60 Credits/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Meldung schließen' })).toBeNull();
  });

  it('that fails days later is reported in every tab, until it is closed', async () => {
    let state: 'pending' | 'failed' = 'pending';
    let shown = false;
    const { ports } = await show('piw', {
      'rpc/nemus_open_purchases': () => (shown ? [] : under({ state, begun_at: new Date().toISOString() })),
      nemus_orders: () => [exampleOrder({ status: state })],
      'functions/check-payment-status': () => {
        state = 'failed';
        return { success: false, message: '' };
      },
      'rpc/nemus_note_result_shown': () => {
        shown = true;
        return null;
      },
    });
    await screen.findByText('Ihre Zahlung ist unterwegs');
    fireEvent.focus(window);
    expect(await screen.findByText('Ihre Zahlung ist fehlgeschlagen')).toBeVisible();
    expect(ports.toasts()).toMatchObject([{ kind: 'error', title: 'Kurs-Kauf Fehler' }]);
    expect(await byCard(/^Jetzt kaufen/)).toBeEnabled();
    fireEvent.click(screen.getByRole('button', { name: 'Meldung schließen' }));
    await waitFor(() => expect(screen.queryByText('Ihre Zahlung ist fehlgeschlagen')).toBeNull());
  });

  it('by another account for this one is shown, and prevents a second one', async () => {
    await show('piw', {
      'rpc/nemus_open_purchases': () =>
        under({ is_own: false, order_id: null, url: null, session_id: null, amount_cents: null }),
    });
    expect(await screen.findByText('Ihre Weiterbildungsstätte bestellt diesen Kurs gerade für Sie')).toBeVisible();
    expect(await byCard(/^Jetzt kaufen/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Kauf abbrechen' })).toBeNull();
  });

  it.each([
    ['of another course', { course_id: '00000000-0000-4000-8000-00000000c002' }],
    ['for trainees', { trainee_ids: ['t1'] }],
  ])('%s stops nothing here', async (_, change) => {
    await show('institution', { 'rpc/nemus_open_purchases': () => under(change) });
    await waitFor(() => expect(requests().some(({ url }) => url.includes('open_purchases'))).toBe(true));
    expect(await byCard(/^Mit Karte kaufen/)).toBeEnabled();
  });

  it('that the database knows of and this tab does not is shown when it refuses', async () => {
    let open: object[] = [];
    const { ports } = await show('piw', {
      'rpc/nemus_open_purchases': () => open,
      nemus_orders: () => [exampleOrder()],
      'functions/create-course-purchase': () => {
        open = under();
        return json(409, { error: { code: 'purchase_pending', message: 'Schon bestellt.' } });
      },
    });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    expect(await screen.findByText('Sie haben diesen Kauf begonnen')).toBeVisible();
    expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Kurs-Kauf Fehler', description: 'Schon bestellt.' }]);
  });
});
