import { TRANSACTION_TYPES, type Transaction } from '@nemus/data';
import Papa from 'papaparse';
import { createCsv } from '../files/csv';
import { purchaseCsv } from './purchase-csv';

/** Reads a file as a spreadsheet does: separators are detected. */
function read(text: string): { readonly rows: readonly Record<string, string>[]; readonly delimiter: string } {
  const bytes = Buffer.from(text, 'utf8');
  // The byte order mark: without it Excel reads the file as Windows-1252.
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(decoded, { header: true });
  expect(errors).toEqual([]);
  expect(meta.linebreak).toBe('\r\n');
  return { rows: data, delimiter: meta.delimiter };
}

it('hands over purchases with amounts that a spreadsheet in Germany adds up', () => {
  const purchase: Transaction = {
    id: 'p1',
    type: 'subscription',
    item_name: 'Jahresabonnement; „Plus“',
    occurred_at: '2026-10-28T22:30:00Z',
    amount_cents: 299_005,
    status: 'completed',
    payment_method: 'card',
    participants: null,
    credits_amount: null,
    billing_period: 'yearly',
    service_from: null,
    service_until: null,
    parts: null,
    terms: null,
    is_sample: false,
    invoice: null,
  };
  const refund: Transaction = { ...purchase, id: 'p2', type: 'credits', amount_cents: -20_000, credits_amount: -100 };
  const { rows, delimiter } = read(createCsv(purchaseCsv(TRANSACTION_TYPES), [purchase, refund]));
  expect(delimiter).toBe(';');
  expect(rows[0]).toMatchObject({
    Datum: '28.10.2026',
    Bezeichnung: 'Jahresabonnement; „Plus“',
    'Betrag (EUR)': '2990,05',
    Status: 'Bezahlt',
    Credits: '',
  });
  expect(rows[1]).toMatchObject({ 'Betrag (EUR)': '-200,00', Credits: '-100' });
});

it('leaves out what a trainee cannot buy', () => {
  const headers = purchaseCsv(['course']).map(({ header }) => header);
  expect(headers).toContain('Rechnungsnummer');
  expect(headers).not.toContain('Credits');
});
