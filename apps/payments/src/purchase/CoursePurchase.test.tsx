/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleOrder, exampleTaxes, PAGE } from '../examples/rows';
import { COURSE, purchaseUnderTest } from './purchase-under-test';

const { show, add, asked, byCard, requests, tabs } = purchaseUnderTest();

describe('for a trainee', () => {
  it('has one button, the price with tax, and no credit price', async () => {
    await show('piw');
    const button = await byCard(/^Jetzt kaufen: Rechtliche Grundlagen, 120,00\s€$/);
    expect(button).toHaveTextContent('Jetzt kaufen');
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(await screen.findByText('120,00 € inkl. 19 % USt.')).toBeVisible();
    expect(screen.queryByText(/Credit/)).toBeNull();
    expect(screen.getByRole('link', { name: 'AGB' })).toHaveAttribute('href', '/agb');
    expect(screen.getByRole('link', { name: 'Widerrufsbelehrung' })).toHaveAttribute('href', '/widerrufsbelehrung');
    expect(requests().filter(({ url }) => url.includes('nemus_credit_balances'))).toEqual([]);
  });

  it('one click makes one session, and the button waits', async () => {
    await show('piw', {
      'functions/create-course-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder()],
    });
    const button = await byCard(/^Jetzt kaufen/);
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(button).toBeDisabled();
    expect(asked('create-course-purchase')).toHaveLength(1);
    expect(await asked('create-course-purchase')[0]?.json()).toEqual({
      courseId: COURSE.courseId,
      paymentMethod: 'stripe',
      shownCents: 12_000,
    });
    expect(tabs().map(({ addresses }) => addresses)).toEqual([[PAGE.url]]);
  });

  it('reports no success before the database confirms it', async () => {
    let status: 'open' | 'paid' = 'open';
    const { ports } = await show('piw', {
      'functions/create-course-purchase': () => PAGE,
      'functions/check-payment-status': () => {
        status = 'paid';
        return { success: true, message: '' };
      },
      nemus_orders: () => [exampleOrder({ status })],
    });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(ports.toasts()).toEqual([]);
    await waitFor(() => expect(requests().some(({ url }) => url.includes('nemus_orders'))).toBe(true));
    fireEvent.focus(window);
    await waitFor(() => expect(ports.toasts()).toHaveLength(1));
    expect(ports.toasts()[0]).toMatchObject({ kind: 'success', title: 'Kurs erfolgreich gekauft!' });
    expect(ports.events.published()).toEqual([{ name: 'enrollments-changed', payload: { courseId: COURSE.courseId } }]);
  });

  it.each([
    ['the server’s words', () => json(409, { error: { code: 'already_enrolled', message: 'Schon da.' } }), 'Schon da.'],
    ['the specified words', () => new Response('', { status: 500 }), 'Error occurred'],
  ])('reports a failure with %s', async (_, answer, description) => {
    const { ports } = await show('piw', { 'functions/create-course-purchase': answer });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    await waitFor(() => expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Kurs-Kauf Fehler', description }]));
    expect(tabs()[0]?.closed).toBe(true);
  });
});

describe('reads about VAT what the database decided', () => {
  const exempt = { category: 'E', rate: 0, note: 'Steuerfrei nach § 4 Nr. 21 UStG' };
  const small = { category: 'E', rate: 0, note: 'Steuerfrei nach § 19 UStG (Kleinunternehmer)' };
  const reverse = { category: 'AE', rate: 0, note: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)' };
  const all = (tax: typeof exempt | null) => ({ course: tax, credits: tax, subscription: tax });
  it.each([
    ['an exempt course', { courses: { [COURSE.courseId]: exempt } }, exempt.note],
    ['a small business', { kinds: all(small) }, small.note],
    ['reverse charge', { country: 'AT', kinds: all(reverse) }, reverse.note],
  ])('%s', async (_what, taxes, note) => {
    await show('piw', { 'rpc/nemus_own_taxes': () => exampleTaxes(taxes) });
    expect(await screen.findByText(`120,00 € · ${note}`)).toBeVisible();
    expect(await byCard(/^Jetzt kaufen/)).toBeEnabled();
    expect(screen.queryByText(/Wir verkaufen nur/)).toBeNull();
  });

  it('a country that is not sold to, before the payment', async () => {
    const countries = [
      { country: 'DE', needs_vat_id: false },
      { country: 'AT', needs_vat_id: true },
    ];
    await show('piw', { 'rpc/nemus_own_taxes': () => exampleTaxes({ country: 'CH', countries, kinds: all(null) }) });
    const said = /^Ihre Rechnungsanschrift ist in: Schweiz\. .* in: Deutschland, Österreich \(mit USt-IdNr\.\)\.$/;
    expect(await screen.findByText(said)).toBeVisible();
    expect(await byCard(/^Jetzt kaufen/)).toBeDisabled();
  });

  it('where it sells to, while the address is unknown; a failed read stops nothing', async () => {
    await show('piw', { 'rpc/nemus_own_taxes': () => exampleTaxes({ country: null }) });
    expect(await screen.findByText('Wir verkaufen nur an Rechnungsanschriften in: Deutschland.')).toBeVisible();
    await add('piw', { ...COURSE, courseTitle: 'Ethik' });
    expect(await byCard(/^Jetzt kaufen: Ethik/)).toBeEnabled();
  });
});

it('marks a bought course', async () => {
  await show('institution', {}, { ...COURSE, enrolled: true });
  expect(await screen.findByText('Eingeschrieben')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(requests()).toEqual([]);
});

it('works in two areas at the same time, each with its own purchase', async () => {
  await show('piw', { 'functions/create-course-purchase': () => PAGE, nemus_orders: () => [exampleOrder()] });
  await add('piw', { ...COURSE, courseTitle: 'Ethik' });
  fireEvent.click(await byCard(/^Jetzt kaufen: Rechtliche/));
  await screen.findByText('Bitte bezahlen Sie im neuen Tab');
  expect(await byCard(/^Jetzt kaufen: Rechtliche/)).toBeDisabled();
  expect(await byCard(/^Jetzt kaufen: Ethik/)).toBeEnabled();
});
