/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { lastMonth } from './last-month';

const pages = pagesUnderTest(app);
const TAXES = {
  kinds: [{ kind: 'course', treatment: null, tax: { rate: 19, note: null } }],
  courses: [{ course_id: 'c-1', title: 'Ethik', treatment: 'exempt_training' }],
  treatments: [
    { code: 'standard', rate: 19, legal_text: null },
    { code: 'exempt_training', rate: 0, legal_text: 'Steuerfrei nach § 4 Nr. 21 UStG' },
  ],
  countries: [
    { country: 'DE', is_business: false, rule: 'as_product' },
    { country: 'DE', is_business: true, rule: 'as_product' },
  ],
  credits_are: 'single_purpose',
  course_taxes: 2,
};
const BOOKS = {
  settings: {
    consultant: '',
    client: '',
    account_length: 4,
    money_account: '1360',
    revenue_accounts: { '19': '8400' },
  },
  lines: [],
};

it('shows and sets how products are taxed, and removes a choice', async () => {
  await pages.open('/academy/orders/bookkeeping', {
    'rpc/nemus_product_tax_desk': () => TAXES,
    'rpc/nemus_set_product_tax': () => null,
  });
  const course = await screen.findByRole('combobox', { name: 'Besteuerung: Ethik' });
  expect(course).toHaveDisplayValue('Steuerfrei nach § 4 Nr. 21 UStG');
  expect(screen.getByRole('combobox', { name: 'Besteuerung: Alle Kurse' })).toHaveDisplayValue(
    'Grundeinstellung: 19 % Umsatzsteuer',
  );
  fireEvent.change(course, { target: { value: '' } });
  await waitFor(() => expect(pages.asked('rpc/nemus_set_product_tax')).toHaveLength(1));
  expect(await pages.asked('rpc/nemus_set_product_tax').at(-1)?.clone().json()).toEqual({
    p_kind: 'course',
    p_course: 'c-1',
  });
});

it('exports a file for DATEV, and says what an operator has not filled in', async () => {
  const { ports } = await pages.open('/academy/orders/bookkeeping', {
    'rpc/nemus_product_tax_desk': () => TAXES,
    'rpc/nemus_bookkeeping': () => BOOKS,
  });
  fireEvent.change(await screen.findByLabelText('Von'), { target: { value: '2026-10-01' } });
  fireEvent.change(screen.getByLabelText('Bis'), { target: { value: '2026-10-31' } });
  fireEvent.click(screen.getByRole('button', { name: 'Buchungsstapel herunterladen' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  expect(pages.saved()[0]?.name).toBe('EXTF_Buchungsstapel_2026-10-01_2026-10-31.csv');
  expect(ports.toasts()).toMatchObject([
    { kind: 'info', description: 'In den Einstellungen fehlt: Berater- und Mandantennummer.' },
  ]);
});

it('sets to which countries the portal sells, and warns about credits for courses of several taxes', async () => {
  await pages.open('/academy/orders/bookkeeping', {
    'rpc/nemus_product_tax_desk': () => ({
      ...TAXES,
      countries: [...TAXES.countries, { country: 'AT', is_business: false, rule: 'refused' }],
    }),
    'rpc/nemus_set_country_tax': () => null,
    'rpc/nemus_set_credit_voucher': () => null,
  });
  const business = await screen.findByRole('combobox', { name: 'Unternehmen mit USt-IdNr. in Österreich' });
  expect(business).toHaveDisplayValue('Kein Verkauf');
  fireEvent.change(business, { target: { value: 'reverse_charge' } });
  await waitFor(() => expect(pages.asked('rpc/nemus_set_country_tax')).toHaveLength(1));
  expect(await pages.asked('rpc/nemus_set_country_tax').at(-1)?.clone().json()).toEqual({
    p_country: 'AT',
    p_is_business: true,
    p_rule: 'reverse_charge',
  });
  expect(screen.getByText(/verschieden besteuert/)).toBeVisible();
  const credits = screen.getByRole('combobox', { name: 'Credits sind' });
  await waitFor(() => expect(credits).toBeEnabled());
  fireEvent.change(credits, { target: { value: 'multi_purpose' } });
  await waitFor(() => expect(pages.asked('rpc/nemus_set_credit_voucher')).toHaveLength(1));
});

it('begins with the last month', () => {
  expect(lastMonth(new Date(2027, 0, 15))).toEqual({ from: '2026-12-01', until: '2026-12-31' });
  expect(lastMonth(new Date(2028, 2, 31))).toEqual({ from: '2028-02-01', until: '2028-02-29' });
});
