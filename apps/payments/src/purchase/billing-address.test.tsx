/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleOrder, PAGE } from '../examples/rows';
import { purchaseUnderTest } from './purchase-under-test';

const { show, byCard, requests, tabs } = purchaseUnderTest();

describe('without an address for the invoice', () => {
  const MISSING = { error: { code: 'billing_address_missing', message: 'Bitte geben Sie zuerst …' } };
  const field = (name: string) => screen.getByRole('textbox', { name });
  const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  const onward = () => fireEvent.click(screen.getByRole('button', { name: 'Weiter zur Zahlung' }));
  const kept = () => requests().filter(({ url, method }) => method === 'POST' && /billing_addresses/.test(url));

  it('asks for it before anything is bought, reports errors, and continues in the answer’s click', async () => {
    await show('piw', {
      'functions/create-course-purchase': () => (kept().length > 0 ? PAGE : json(409, MISSING)),
      nemus_billing_addresses: ({ method }) => (method === 'GET' ? [] : json(201, null)),
      nemus_orders: () => [exampleOrder()],
    });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    expect(await screen.findByRole('dialog', { name: 'Rechnungsanschrift' })).toBeVisible();
    await waitFor(() => expect(tabs().filter(({ closed }) => !closed)).toEqual([]));
    expect(field('Straße und Hausnummer')).toHaveValue('');
    fill('Straße und Hausnummer', 'Weg 1');
    fill('Postleitzahl', '00000');
    fill('Ort', 'Berlin');
    onward();
    expect(await screen.findByText('Diese Postleitzahl gibt es nicht.')).toBeVisible();
    expect(kept()).toHaveLength(0);
    fill('Postleitzahl', '10115');
    onward();
    await screen.findByText('Bitte bezahlen Sie im neuen Tab');
    expect(await kept()[0]?.json()).toMatchObject({
      street: 'Weg 1',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    });
    expect(tabs().at(-1)?.addresses).toEqual([PAGE.url]);
  });

  it('also asks when the server reports it as missing', async () => {
    const { ports } = await show('piw', { 'functions/create-course-purchase': () => json(409, MISSING) });
    fireEvent.click(await byCard(/^Jetzt kaufen/));
    expect(await screen.findByRole('dialog', { name: 'Rechnungsanschrift' })).toBeVisible();
    // The dialog is the answer; an error toast would cover its button.
    expect(ports.toasts()).toEqual([]);
  });
});
