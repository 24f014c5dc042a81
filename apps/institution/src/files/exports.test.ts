import type { Trainee, Transaction } from '@nemus/data';
import Papa from 'papaparse';
import { PURCHASE_CSV } from '../purchases/purchase-csv';
import { traineeCsvColumns } from '../trainees/trainee-csv';
import { createCsv } from './csv';

/** Reads a file as a spreadsheet does: nothing is said about separators, they are found. */
function read(text: string): { readonly rows: readonly Record<string, string>[]; readonly delimiter: string } {
  const bytes = Buffer.from(text, 'utf8');
  // The byte order mark, as bytes: Excel takes the file for Windows-1252 without it.
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(decoded, { header: true });
  expect(errors).toEqual([]);
  expect(meta.linebreak).toBe('\r\n');
  return { rows: data, delimiter: meta.delimiter };
}

const TRAINEE: Trainee = {
  id: 't1',
  first_name: 'Zoë "Zo"',
  last_name: 'Groß; Lang',
  email: 'zoe@praxis.example',
  phone: '+49 170 5551201',
  registered_on: '2026-03-01',
  status: 'active',
  completed_hours: 1425,
  total_hours: 600,
  competencies: ['fachliche_kompetenz', 'methoden_kompetenz'],
  user_id: null,
  linked_at: null,
  access: 'none',
  invitation: null,
};

it('hands over trainees so that every cell comes back as it was', () => {
  const columns = traineeCsvColumns(['status', 'access', 'registered', 'hours', 'competencies', 'phone']);
  const nasty = { ...TRAINEE, id: 't2', last_name: '=cmd|calc', first_name: 'Zeile\nzwei' };
  const { rows, delimiter } = read(createCsv(columns, [TRAINEE, nasty]));
  expect(delimiter).toBe(';');
  expect(rows).toEqual([
    {
      Nachname: 'Groß; Lang',
      Vorname: 'Zoë "Zo"',
      'E-Mail': 'zoe@praxis.example',
      Status: 'Aktiv',
      Portalzugang: expect.any(String),
      'Registriert am': '01.03.2026',
      'Absolvierte Stunden': '1425',
      'Stunden gesamt': '600',
      Kompetenzen: 'Fachliche Kompetenz, Methoden & Intervention',
      Telefon: '+49 170 5551201',
    },
    expect.objectContaining({ Nachname: "'=cmd|calc", Vorname: 'Zeile\nzwei' }),
  ]);
});

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
    invoice: null,
  };
  const refund: Transaction = { ...purchase, id: 'p2', type: 'credits', amount_cents: -20_000, credits_amount: -100 };
  const { rows, delimiter } = read(createCsv(PURCHASE_CSV, [purchase, refund]));
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
