/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleOrder, PAGE } from '../../examples/rows';
import { subscriptionUnderTest } from './subscription-under-test';

const { open, asked, tabs, buyCredits } = subscriptionUnderTest();
const field = () => screen.getByRole('textbox', { name: 'Anzahl der Credits' });
const total = () => screen.getByRole('status', { name: '' }).textContent;
const type = (value: string) => fireEvent.change(field(), { target: { value } });

describe('the credit form', () => {
  it('begins at 100 and shows the sum of the database’s price', async () => {
    await open();
    expect(field()).toHaveValue('100');
    expect(total()).toBe('200,00\u00a0€');
    type('1250');
    expect(total()).toBe('2.500,00\u00a0€');
  });

  it.each([
    ['50', '100'],
    ['', '100'],
    ['120', '150'],
  ])('cannot buy "%s", and raises it to %s', async (value, raised) => {
    await open();
    type(value);
    expect(buyCredits()).toBeDisabled();
    fireEvent.blur(field());
    expect(field()).toHaveValue(raised);
    expect(buyCredits()).toBeEnabled();
  });

  it('reads 1.000 as a thousand, and refuses what could mean two numbers', async () => {
    await open();
    type('1.000');
    fireEvent.blur(field());
    expect(field()).toHaveValue('1.000');
    expect(total()).toBe('2.000,00\u00a0€');
    expect(buyCredits()).toBeEnabled();
    type('1,000');
    fireEvent.blur(field());
    expect(field()).toHaveValue('1,000');
    expect(field()).toHaveAccessibleDescription(/Ist 1\.000 gemeint\?/);
    expect(buyCredits()).toBeDisabled();
  });

  it('does not order an unseen amount with Enter', async () => {
    await open({ 'functions/create-credit-purchase': () => PAGE });
    type('120');
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.submit(screen.getByRole('form', { name: 'Credits kaufen' }));
    expect(field()).toHaveValue('150');
    expect(asked('create-credit-purchase')).toHaveLength(0);
  });

  it('computes what courses cost from the catalogue', async () => {
    await open();
    expect(await screen.findByText(/Ein Kurs kostet 60 bis 210 Credits\./)).toBeVisible();
  });

  it('opens one page for one click, however often it is pressed', async () => {
    await open({ 'functions/create-credit-purchase': () => PAGE, nemus_orders: () => [exampleOrder()] });
    type('200');
    const button = buyCredits();
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    fireEvent.click(button);
    expect(asked('create-credit-purchase')).toHaveLength(1);
    expect(await asked('create-credit-purchase')[0]?.json()).toEqual({ credits: 200, shownCents: 40_000 });
    expect(tabs()).toHaveLength(1);
    expect(tabs()[0]).toMatchObject({ opener: null, addresses: [PAGE.url] });
  });

  it('shows the link when the browser blocks the tab', async () => {
    await open({ 'functions/create-credit-purchase': () => PAGE }, { blocked: true });
    fireEvent.click(buyCredits());
    await screen.findByText('Ihr Browser hat den neuen Tab blockiert');
    const link = screen.getByRole('link', { name: 'Bezahlseite öffnen' });
    expect(link).toHaveAttribute('href', PAGE.url);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('notices a payment announced by another tab, and notifies every area', async () => {
    let status: 'open' | 'paid' = 'open';
    const { ports } = await open({
      'functions/create-credit-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder({ status, credits: 200 })],
    });
    type('200');
    fireEvent.click(buyCredits());
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    status = 'paid';
    ports.events.publish('credits-changed', {});
    await waitFor(() => expect(screen.queryByText('Bitte bezahlen Sie im neuen Tab')).toBeNull());
    expect(ports.toasts()).toEqual([
      {
        kind: 'success',
        title: 'Zahlung erfolgreich!',
        description: '200 Credits wurden Ihrem Konto hinzugefügt.',
      },
    ]);
    expect(ports.events.published().filter(({ name }) => name === 'credits-changed')).toHaveLength(2);
  });

  it.each([
    ['given up at the provider', {}, 'Kauf abgebrochen', 'Der Kaufvorgang wurde abgebrochen.'],
    [
      'that nobody paid in time',
      { updated_at: '2026-11-03T09:00:01+00:00' },
      'Credit-Kauf Fehler',
      'Die Bezahlseite ist abgelaufen. Es wurde nichts abgebucht.',
    ],
  ])('says once what happened to a purchase %s, and sells again', async (_, change, title, description) => {
    let status: 'open' | 'expired' = 'open';
    const { ports } = await open({
      'functions/create-credit-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder({ status, ...change })],
    });
    fireEvent.click(buyCredits());
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    status = 'expired';
    // The other tab may announce it more than once.
    for (let time = 0; time < 2; time += 1) ports.events.publish('credits-changed', {});
    await waitFor(() => expect(screen.queryByText('Bitte bezahlen Sie im neuen Tab')).toBeNull());
    expect(buyCredits()).toBeEnabled();
    expect(ports.toasts()).toEqual([{ kind: 'error', title, description }]);
  });

  it('asks the provider when the tab was closed, and reports that nothing was paid', async () => {
    const looks = jest.spyOn(globalThis, 'setInterval');
    await open({
      'functions/create-credit-purchase': () => PAGE,
      'functions/check-payment-status': () => ({ success: false, message: 'Noch nicht.' }),
      nemus_orders: () => [exampleOrder()],
    });
    fireEvent.click(buyCredits());
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    // WebKit calls a tab closed once it shows another site: not a word before the user is back here.
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    tabs()[0]?.close();
    const look = looks.mock.calls.findLast(([, every]) => every === 1_000)?.[0];
    for (let second = 0; second < 10; second += 1) act(() => look?.());
    expect(screen.queryByText('Ihre Zahlung ist noch nicht da')).toBeNull();
    hidden.mockRestore();
    await screen.findByText('Ihre Zahlung ist noch nicht da');
    expect(screen.getByText(/^Noch keine Zahlung eingegangen/)).toBeVisible();
    await waitFor(() => expect(asked('check-payment-status')).toHaveLength(1));
    const again = screen.getByRole('link', { name: 'Bezahlseite öffnen' });
    expect(again).toHaveAttribute('href', PAGE.url);
    // The page that is opened again is watched as the first one was.
    fireEvent.click(again);
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(tabs()[1]?.addresses).toEqual([PAGE.url]);
    tabs()[1]?.close();
    await screen.findByText('Ihre Zahlung ist noch nicht da');
    fireEvent.click(screen.getByRole('button', { name: 'Nicht mehr warten' }));
    expect(buyCredits()).toBeEnabled();
  });

  it('reports a failed payment', async () => {
    const { ports } = await open({
      'functions/create-credit-purchase': () => PAGE,
      nemus_orders: () => [exampleOrder({ status: 'failed' })],
    });
    fireEvent.click(buyCredits());
    await waitFor(() =>
      expect(ports.toasts()).toEqual([expect.objectContaining({ kind: 'error', title: 'Credit-Kauf Fehler' })]),
    );
    expect(buyCredits()).toBeEnabled();
  });

  it('passes on that the provider cannot be reached: no tab stays, and it can be tried again', async () => {
    const message = 'Der Zahlungsanbieter ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.';
    const { ports } = await open({
      'functions/create-credit-purchase': () => json(502, { error: { code: 'provider_unavailable', message } }),
    });
    fireEvent.click(buyCredits());
    await waitFor(() =>
      expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Credit-Kauf Fehler', description: message }]),
    );
    expect(tabs().map(({ closed }) => closed)).toEqual([true]);
    expect(buyCredits()).toBeEnabled();
  });

  it('has the words of S-9.3 for a failure without any', async () => {
    const { ports } = await open({ 'functions/create-credit-purchase': () => new Response('', { status: 500 }) });
    fireEvent.click(buyCredits());
    await waitFor(() =>
      expect(ports.toasts()).toEqual([{ kind: 'error', title: 'Credit-Kauf Fehler', description: 'Error occurred' }]),
    );
  });
});
