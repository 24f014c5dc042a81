/** @jest-environment ../../jest.browser.mjs */
import { emitted, fakeProfile, json } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import meeting from '../../meeting.config';
import { exampleBalance, exampleOrder, PAGE } from '../examples/rows';
import { COURSE, purchaseUnderTest } from './purchase-under-test';

const { show, asked, byCard, requests } = purchaseUnderTest();

describe('for an institution', () => {
  const buyWithCredits = async () => {
    const button = await screen.findByRole('button', { name: 'Mit 60 Credits kaufen: Rechtliche Grundlagen' });
    await waitFor(() => expect(button).toBeEnabled());
    fireEvent.click(button);
    return screen.findByRole('alertdialog', { name: 'Kurs mit 60 Credits kaufen?' });
  };

  it('credits are debited after a question, and every area learns of it', async () => {
    const { ports } = await show('institution', {
      nemus_course_enrollments: () => json(201, [{ id: 'e1' }]),
    });
    const question = await buyWithCredits();
    expect(question).toHaveTextContent('Danach haben Sie noch 40 Credits.');
    expect(asked('nemus_course_enrollments')).toHaveLength(0);
    const confirm = within(question).getByRole('button', { name: 'Jetzt kaufen' });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'success',
          title: 'Kurs gekauft',
          description: 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.',
        },
      ]),
    );
    expect(asked('nemus_course_enrollments')).toHaveLength(1);
    expect(await asked('nemus_course_enrollments')[0]?.json()).toEqual({
      user_id: fakeProfile('institution').userId,
      course_id: COURSE.courseId,
      enrollment_type: 'institution_credits',
      status: 'not_started',
      shown_credits: 60,
    });
    expect(ports.events.published()).toEqual([
      emitted(meeting, 'credits-changed', 'a package was bought'),
      emitted(meeting, 'enrollments-changed', 'a course was bought'),
    ]);
  });

  it('as many credits as the course costs are enough', async () => {
    await show('institution', { nemus_credit_balances: () => [exampleBalance(60)] });
    const button = await screen.findByRole('button', { name: /^Mit 60 Credits kaufen/ });
    await waitFor(() => expect(button).toBeEnabled());
    expect(screen.queryByText(/Nicht genügend/)).toBeNull();
  });

  it.each([59, 0])('says that %i credits are too few', async (credits) => {
    await show('institution', { nemus_credit_balances: () => [exampleBalance(credits)] });
    expect(await screen.findByText(`Nicht genügend Credits (${credits} verfügbar)`)).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Mit 60 Credits kaufen/ })).toBeDisabled();
  });

  it('without any balance there are no credits', async () => {
    await show('institution', { nemus_credit_balances: () => [] });
    expect(await screen.findByText('Nicht genügend Credits (0 verfügbar)')).toBeVisible();
  });

  it('a balance that cannot be read offers nothing and claims nothing', async () => {
    await show('institution', { nemus_credit_balances: () => json(403, { code: '42501', message: 'denied' }) });
    await waitFor(() => expect(requests().length).toBeGreaterThan(0));
    expect(await screen.findByRole('button', { name: /^Mit 60 Credits/ })).toBeDisabled();
    expect(screen.queryByText(/Nicht genügend/)).toBeNull();
  });

  it('reports a refusal of the database, and refetches the balance', async () => {
    let available = 100;
    const { ports } = await show('institution', {
      nemus_credit_balances: () => [exampleBalance(available)],
      nemus_course_enrollments: () => {
        available = 5;
        const code = 'insufficient_credits';
        return json(409, { code: 'PT409', message: code, hint: code, details: '{"available": 5}' });
      },
    });
    const question = await buyWithCredits();
    fireEvent.click(within(question).getByRole('button', { name: 'Jetzt kaufen' }));
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        { kind: 'error', title: 'Kurs-Kauf Fehler', description: 'Nicht genügend Credits (5 verfügbar)' },
      ]),
    );
    expect(await screen.findByText('Nicht genügend Credits (5 verfügbar)')).toBeVisible();
  });

  it('a card payment is offered as well, for the same course', async () => {
    await show('institution', { 'functions/create-course-purchase': () => PAGE, nemus_orders: () => [exampleOrder()] });
    fireEvent.click(await byCard(/^Mit Karte kaufen: Rechtliche Grundlagen/));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(await screen.findByRole('button', { name: /^Mit 60 Credits/ })).toBeDisabled();
  });
});
