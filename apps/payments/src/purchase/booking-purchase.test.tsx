/** @jest-environment ../../jest.browser.mjs */
import { emitted, json, offered } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../meeting.config';
import { exampleBalance, exampleOrder, PAGE } from '../examples/rows';
import { COURSE, purchaseUnderTest } from './purchase-under-test';

const { show, asked, byCard, requests, tabs } = purchaseUnderTest();

describe('for an institution’s trainees', () => {
  const BOOKING = offered(meeting, 'course-purchase', 'for two people, with a first day');
  const enough = { nemus_credit_balances: () => [exampleBalance(150)] };
  const question = async (button: RegExp) => {
    const opener = await byCard(button);
    await waitFor(() => expect(opener).toBeEnabled());
    fireEvent.click(opener);
    return screen.findByRole('alertdialog', { name: '„Rechtliche Grundlagen“ buchen?' });
  };

  it('shows the total of all places', async () => {
    await show('institution', enough, BOOKING);
    expect(await screen.findByText('Gesamt für 2 Personen, erster Kurstag 05.12.2026')).toBeVisible();
    expect(await screen.findByText('120 Credits oder 240,00 € inkl. 19 % USt.')).toBeVisible();
  });

  it('one place may be affordable when two are not', async () => {
    await show('institution', { nemus_credit_balances: () => [exampleBalance(119)] }, BOOKING);
    expect(await screen.findByText('Nicht genügend Credits (119 verfügbar)')).toBeVisible();
    expect(await byCard(/^Mit 120 Credits kaufen/)).toBeDisabled();
    expect(await byCard(/^Mit Karte kaufen/)).toBeEnabled();
  });

  it('books with credits after one confirmation with the total, and names the people', async () => {
    const { ports } = await show(
      'institution',
      {
        ...enough,
        'rpc/nemus_book_course': () => ({ id: 'b1', credits_spent: 120 }),
        'functions/confirm-purchases': () => ({ sent: 1 }),
      },
      BOOKING,
    );
    const asked1 = await question(/^Mit 120 Credits kaufen/);
    expect(asked1).toHaveTextContent('Gesamt: 120 Credits');
    expect(asked1).toHaveTextContent('Danach haben Sie noch 30 Credits. Es werden alle gebucht oder niemand.');
    const confirm = within(asked1).getByRole('button', { name: 'Jetzt kaufen' });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        { kind: 'success', title: 'Kurs gekauft', description: 'Rechtliche Grundlagen, 2 Teilnehmende' },
      ]),
    );
    expect(asked('rpc/nemus_book_course')).toHaveLength(1);
    expect(await asked('rpc/nemus_book_course')[0]?.json()).toEqual({
      p_course: COURSE.courseId,
      p_trainees: ['t1', 't2'],
      p_start: '2026-12-05',
      p_shown_credits: 120,
    });
    expect(asked('nemus_course_enrollments')).toHaveLength(0);
    expect(ports.events.published()).toContainEqual(emitted(meeting, 'bookings-changed', 'two people were booked'));
    await waitFor(() => expect(asked('confirm-purchases')).toHaveLength(1));
  });

  it('reports a refused booking, which books no one', async () => {
    const code = 'already_enrolled';
    const refused = { code: 'PT409', message: code, hint: code, details: '{"name": "Anna Schmidt"}' };
    const description = 'Anna Schmidt ist für diesen Kurs bereits angemeldet.';
    const { ports } = await show(
      'institution',
      {
        ...enough,
        'rpc/nemus_book_course': () => json(409, refused),
      },
      BOOKING,
    );
    fireEvent.click(within(await question(/^Mit 120 Credits/)).getByRole('button', { name: 'Jetzt kaufen' }));
    await waitFor(() => expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Kurs-Kauf Fehler', description }]));
    expect(ports.events.published().map(({ name }) => name)).toEqual(['credits-changed', 'enrollments-changed']);
  });

  it('opens the payment page with all people and the first day, and reports the payment', async () => {
    let status: 'open' | 'paid' = 'open';
    const { ports } = await show(
      'institution',
      {
        ...enough,
        'functions/create-course-purchase': () => PAGE,
        'functions/check-payment-status': () => {
          status = 'paid';
          return { success: true, message: '' };
        },
        nemus_orders: () => [exampleOrder({ status })],
      },
      BOOKING,
    );
    const asked1 = await question(/^Mit Karte kaufen: Rechtliche Grundlagen, 240,00\s€$/);
    expect(asked1).toHaveTextContent('Gesamt: 240,00 € inkl. 19 % USt.');
    expect(tabs()).toHaveLength(0);
    fireEvent.click(within(asked1).getByRole('button', { name: 'Zur Zahlung' }));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(await asked('create-course-purchase')[0]?.json()).toEqual({
      courseId: COURSE.courseId,
      paymentMethod: 'stripe',
      traineeIds: ['t1', 't2'],
      startsOn: '2026-12-05',
      shownCents: 24_000,
    });
    await waitFor(() => expect(requests().some(({ url }) => url.includes('nemus_orders'))).toBe(true));
    fireEvent.focus(window);
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'success',
          title: 'Kurs erfolgreich gekauft!',
          description: 'Ihre Teilnehmenden sind gebucht.',
        },
      ]),
    );
    expect(ports.events.published().map(({ name }) => name)).toEqual(['enrollments-changed', 'bookings-changed']);
  });
});
