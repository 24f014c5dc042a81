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
    year_starts: 1,
    money_account: '1360',
    balance_account: '1700',
    fee_account: '4970',
    receivable_account: '1400',
    bank_account: '1200',
    revenue_accounts: { '19': '8400' },
  },
  lines: [],
  fees: [{ payment_id: 'pi_1', charged_on: '2026-10-28', fee_cents: 325 }],
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

it('shows many courses page by page, and finds them by title or by their own taxation', async () => {
  const courses = Array.from({ length: 60 }, (_, n) => ({
    course_id: `c-${n}`,
    title: `Kurs ${String(n).padStart(2, '0')}`,
    treatment: n === 40 ? 'exempt_training' : null,
  }));
  await pages.open('/academy/orders/bookkeeping', { 'rpc/nemus_product_tax_desk': () => ({ ...TAXES, courses }) });
  const shown = () => screen.queryAllByRole('combobox', { name: /^Besteuerung: Kurs / }).length;
  await waitFor(() => expect(shown()).toBe(25));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Kurse eingrenzen' }), { target: { value: 'kurs 5' } });
  await waitFor(() => expect(shown()).toBe(15));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Nur Kurse mit eigener Besteuerung' }));
  expect(await screen.findByText('Keine Kurse gefunden')).toBeVisible();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Kurse eingrenzen' }), { target: { value: '' } });
  expect(await screen.findByRole('combobox', { name: 'Besteuerung: Kurs 40' })).toBeVisible();
  expect(shown()).toBe(1);
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

it('exports net and VAT of each document as a table', async () => {
  const line = {
    number: 'NE-2026-000042',
    issued_on: '2026-10-28',
    service_on: '2026-10-27',
    kind: 'cancellation',
    document_code: 381,
    cancels_number: 'NE-2026-000041',
    buyer: 'Eva Lang',
    vat_id: '',
    category: 'S',
    rate: 19,
    account: '19',
    net_cents: -1_681,
    tax_cents: -319,
    gross_cents: -2_000,
    balance_cents: 0,
  };
  await pages.open('/academy/orders/bookkeeping', {
    'rpc/nemus_product_tax_desk': () => TAXES,
    'rpc/nemus_bookkeeping': () => ({ ...BOOKS, lines: [line] }),
  });
  fireEvent.change(await screen.findByLabelText('Von'), { target: { value: '2026-10-01' } });
  fireEvent.change(screen.getByLabelText('Bis'), { target: { value: '2026-10-31' } });
  fireEvent.click(screen.getByRole('button', { name: 'CSV mit Netto und Umsatzsteuer' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(1));
  expect(pages.saved()[0]?.name).toBe('belege-2026-10-01-2026-10-31.csv');
  expect(String(await pages.saved()[0]?.bytes())).toContain(
    'NE-2026-000042;28.10.2026;27.10.2026;Rechnungskorrektur;NE-2026-000041;Eva Lang;;Umsatzsteuerpflichtig;19;-16,81;-3,19;0,00;-20,00',
  );
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

const openBooks = (books: object) =>
  pages.open('/academy/orders/bookkeeping', {
    'rpc/nemus_product_tax_desk': () => TAXES,
    'rpc/nemus_bookkeeping_settings': () => BOOKS.settings,
    'rpc/nemus_bookkeeping': () => books,
    'rpc/nemus_set_bookkeeping': () => null,
  });

it('says that a period is empty or reversed, and exports no file for either', async () => {
  const { ports } = await openBooks({ ...BOOKS, fees: [] });
  fireEvent.change(await screen.findByLabelText('Von'), { target: { value: '2026-10-31' } });
  fireEvent.change(screen.getByLabelText('Bis'), { target: { value: '2026-10-01' } });
  expect(screen.getByText('Das Ende liegt vor dem Anfang: 31.10.2026 bis 01.10.2026.')).toBeVisible();
  const button = screen.getByRole('button', { name: 'Buchungsstapel herunterladen' });
  expect(button).toBeDisabled();
  fireEvent.change(screen.getByLabelText('Von'), { target: { value: '2026-09-01' } });
  fireEvent.click(button);
  await waitFor(() => expect(ports.toasts()).toMatchObject([{ title: 'Keine Buchungen' }]));
  expect(pages.saved()).toEqual([]);
});

it('writes a file for each financial year', async () => {
  const fees = ['2026-11-20', '2027-02-01'].map((day) => ({ payment_id: day, charged_on: day, fee_cents: 1 }));
  await openBooks({ ...BOOKS, fees });
  fireEvent.change(await screen.findByLabelText('Bis'), { target: { value: '2027-03-31' } });
  fireEvent.change(screen.getByLabelText('Von'), { target: { value: '2026-11-15' } });
  fireEvent.click(screen.getByRole('button', { name: 'Buchungsstapel herunterladen' }));
  await waitFor(() => expect(pages.saved()).toHaveLength(2));
  expect(pages.saved().map(({ name }) => name)).toEqual([
    'EXTF_Buchungsstapel_2026-11-15_2026-12-31.csv',
    'EXTF_Buchungsstapel_2027-01-01_2027-03-31.csv',
  ]);
});

it('saves the numbers from the tax adviser and the accounts', async () => {
  await openBooks(BOOKS);
  fireEvent.change(await screen.findByLabelText('Beraternummer'), { target: { value: ' 29098 ' } });
  fireEvent.change(screen.getByLabelText('Erlöse Reverse Charge'), { target: { value: '8337' } });
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_set_bookkeeping')).toHaveLength(1));
  expect(await pages.asked('rpc/nemus_set_bookkeeping').at(-1)?.clone().json()).toEqual({
    p_settings: {
      ...BOOKS.settings,
      consultant: '29098',
      revenue_accounts: { ...BOOKS.settings.revenue_accounts, AE: '8337' },
    },
  });
});

it('begins with the last month', () => {
  expect(lastMonth(new Date(2027, 0, 15))).toEqual({ from: '2026-12-01', until: '2026-12-31' });
  expect(lastMonth(new Date(2028, 2, 31))).toEqual({ from: '2028-02-01', until: '2028-02-29' });
});
