/** @jest-environment ../../jest.browser.mjs */
import type { Transaction } from '@nemus/data';
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { examplePurchase } from '../../examples/rows';

// Content of the document: libs/area/src/purchases/invoice-pdf.test.ts.
jest.mock('../../../../../libs/area/src/purchases/invoice-pdf', () => ({
  createInvoicePdf: (_invoice: unknown, original: { xml: string } | null) =>
    Promise.resolve(new TextEncoder().encode(`%PDF-${original?.xml ?? ''}`)),
}));

const UNEXPECTED = expect.stringMatching(
  /^Es ist ein unerwarteter Fehler aufgetreten\. Bitte versuchen Sie es noch einmal\. Support-ID: [A-Z\d]{4}-[A-Z\d]{4}$/,
);
const pages = pagesUnderTest(app, 'institution');

const credits = examplePurchase();
const failed = examplePurchase({
  id: 'purchase-2',
  item_name: '100 Credits',
  amount_cents: 20_000,
  credits_amount: 100,
  status: 'failed',
  occurred_at: '2026-04-01T09:30:00+00:00',
  invoice: null,
});
const course = examplePurchase({
  id: 'purchase-3',
  type: 'course',
  item_name: 'Ethik',
  amount_cents: 24_000,
  participants: 2,
  credits_amount: null,
  status: 'pending',
  payment_method: 'sepa_debit',
  occurred_at: '2026-05-01T09:30:00+00:00',
  invoice: null,
});
const earlier = examplePurchase({
  id: 'purchase-4',
  item_name: '300 Credits',
  occurred_at: '2024-02-01T09:30:00+00:00',
});
const ALL = [course, failed, credits, earlier];

async function open(search = '?jahr=2026', purchases: readonly Transaction[] = ALL) {
  const page = await pages.open(`/purchases${search}`, { nemus_transactions: () => purchases });
  await screen.findByRole('heading', { level: 1, name: 'Käufe' });
  return page;
}
const list = async (year = 2026) => within(await screen.findByRole('table', { name: `Käufe ${year}` }));
const names = async () =>
  (await list())
    .getAllByRole('row')
    .slice(1)
    .map((row) => /^(Ethik|\d+ Credits)/.exec(row.textContent ?? '')?.[0]);

it.each([
  ['pace', '2031-03-12', true],
  ['far', null, true],
  ['too_little', null, false],
  ['no_use', null, false],
] as const)('says how long the credits last with a forecast alone: %s', async (basis, until, isSaid) => {
  await pages.open('/purchases', {
    nemus_transactions: () => ALL,
    'rpc/nemus_credit_forecast': () => ({ available: 200, used: 100, days: 100, basis, lasts_until: until }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Käufe' });
  await waitFor(() => expect(pages.asked('rpc/nemus_credit_forecast')).toHaveLength(1));
  await list();
  await waitFor(() => expect(screen.queryAllByText(/^Bei diesem Tempo/)).toHaveLength(isSaid ? 1 : 0));
  expect(screen.queryByText(/^Wie lange Ihre Credits|keine Credits verwendet/)).toBeNull();
});

it('sums up what is paid in the year, and shows the months as a table', async () => {
  await open();
  const tiles = within(await screen.findByRole('list', { name: 'Ausgaben des Jahres' }))
    .getAllByRole('listitem')
    .map((tile) => tile.textContent?.replaceAll('\u00A0', ' '));
  expect(tiles).toEqual([
    expect.stringMatching(/Ausgaben gesamt.*400,00 €|400,00 €.*Ausgaben gesamt/),
    expect.stringContaining('0,00 €'),
    expect.stringContaining('400,00 €'),
    expect.stringContaining('0,00 €'),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Als Tabelle' }));
  const months = within(await screen.findByRole('table', { name: 'Ausgaben nach Monaten 2026' })).getAllByRole('row');
  expect(months).toHaveLength(13);
  expect(months[3]?.textContent?.replaceAll('\u00A0', ' ')).toBe('März400,00 €');
  expect(screen.getByRole('button', { name: 'Als Diagramm' })).toHaveAttribute('aria-pressed', 'true');
});

it('lists what was bought, by kind, in the words of S-7.10', async () => {
  const { ports } = await open();
  expect(await names()).toEqual(['Ethik', '100 Credits', '200 Credits']);
  const text = (await list()).getAllByRole('row').map((row) => row.textContent?.replaceAll('\u00A0', ' '));
  expect(text[1]).toMatch(/Kurs · 2 Teilnehmende01\.05\.2026SEPA-LastschriftAusstehend240,00 €/);
  expect(text[2]).toMatch(/01\.04\.2026KarteFehlgeschlagen200,00 €/);
  expect(text[3]).toMatch(/14\.03\.2026KarteBezahlt400,00 €/);
  const tab = (name: RegExp) => screen.getByRole('tab', { name });
  expect(tab(/^Alle/)).toHaveTextContent('3');
  fireEvent.click(tab(/^Credits/));
  await waitFor(async () => expect(await names()).toEqual(['100 Credits', '200 Credits']));
  expect(ports.navigation.getLocation().search).toBe('?jahr=2026&art=credits');
  fireEvent.click(tab(/^Abonnements/));
  expect(await screen.findByText('Keine Käufe in 2026')).toBeVisible();
  expect(screen.getByRole('button', { name: 'CSV exportieren' })).toBeDisabled();
  fireEvent.click(screen.getByRole('button', { name: 'Alle Käufe zeigen' }));
  await waitFor(async () => expect(await names()).toHaveLength(3));
});

it('is ordered by the heads of its columns', async () => {
  const { ports } = await open();
  fireEvent.click((await list()).getByRole('button', { name: 'Betrag' }));
  await waitFor(() => expect(ports.navigation.getLocation().search).toContain('sortierung='));
  const ascending = ports.navigation.getLocation().search.includes('sortierung=betrag');
  const order = ['100 Credits', 'Ethik', '200 Credits'];
  await waitFor(async () => expect(await names()).toEqual(ascending ? order : order.toReversed()));
});

it('keeps the year in the address', async () => {
  const { ports } = await open();
  await list();
  const year = screen.getByRole('combobox', { name: 'Jahr' });
  fireEvent.change(year, { target: { value: '2024' } });
  expect(await screen.findByRole('heading', { name: 'Jahresübersicht 2024' })).toBeVisible();
  expect((await list(2024)).getByText('300 Credits')).toBeVisible();
  expect(ports.navigation.getLocation().search).toBe('?jahr=2024');
  ports.navigation.go(-1);
  expect(await screen.findByRole('heading', { name: 'Jahresübersicht 2026' })).toBeVisible();
});

it('hands the shown purchases over as a CSV file', async () => {
  const { ports } = await open('?jahr=2026&art=credits');
  fireEvent.click(await screen.findByRole('button', { name: 'CSV exportieren' }));
  await waitFor(() =>
    expect(ports.toasts()).toEqual([{ kind: 'success', title: 'CSV-Datei erstellt', description: '2 Zeilen' }]),
  );
  const [file] = pages.saved();
  expect(file?.name).toBe('kaeufe-2026.csv');
  expect((await file?.bytes())?.toString('utf8').split('\r\n')).toEqual([
    '\uFEFFDatum;Art;Bezeichnung;Teilnehmende;Credits;Betrag (EUR);Zahlungsart;Status;Rechnungsnummer',
    '01.04.2026;Credits;100 Credits;;100;200,00;Karte;Fehlgeschlagen;',
    '14.03.2026;Credits;200 Credits;;200;400,00;Karte;Bezahlt;NE-2026-0007',
  ]);
});

describe('the documents of a year', () => {
  const listed = {
    id: 'i1',
    number: 'NE-2026-0007',
    kind: 'invoice',
    document_code: 380,
    is_sample: false,
    is_collective: false,
    issued_on: '2026-03-14',
    gross_cents: 40_000,
    cancels_number: null,
    format: null,
    profile: null,
    missing: null,
    payments: 1,
  };
  const document = {
    number: 'NE-2026-0007',
    is_sample: false,
    kind: 'invoice',
    issued_on: '2026-03-14',
    service_on: '2026-03-14',
    service_until: null,
    seller: {},
    buyer: {},
    lines: [{ description: 'Credits', quantity: 200, unit: 'Stück', gross_cents: 40_000 }],
    balance_cents: 0,
    net_cents: 33_613,
    tax_cents: 6_387,
    gross_cents: 40_000,
    tax_rate: 19,
    tax_note: null,
    cancels_id: null,
  };
  const answers = {
    nemus_transactions: () => ALL,
    'rpc/nemus_own_invoices': () => [listed, { ...listed, id: 'i0', number: 'NE-2024-0001', issued_on: '2024-02-01' }],
    nemus_invoices: () => [document],
  };

  it('come in one file, and as a table with net and VAT', async () => {
    const { ports } = await pages.open('/purchases?jahr=2026', answers);
    fireEvent.click(await screen.findByRole('button', { name: 'Rechnungen 2026 als ZIP' }));
    await waitFor(() =>
      expect(ports.toasts()).toEqual([{ kind: 'success', title: 'ZIP-Datei erstellt', description: '1 Beleg' }]),
    );
    fireEvent.click(screen.getByRole('button', { name: 'CSV mit Netto und Umsatzsteuer' }));
    await waitFor(() => expect(pages.saved()).toHaveLength(2));
    const [zip, csv] = pages.saved();
    expect([zip?.name, csv?.name]).toEqual(['rechnungen-2026.zip', 'belege-2026.csv']);
    expect((await csv?.bytes())?.toString('utf8').split('\r\n').slice(1)).toEqual([
      'NE-2026-0007;14.03.2026;14.03.2026;Rechnung;;Credits;19;336,13;63,87;0,00;400,00;',
    ]);
  });

  it('are not offered for a year without any', async () => {
    await pages.open('/purchases?jahr=2024', {
      ...answers,
      'rpc/nemus_own_invoices': () => [listed],
    });
    expect(await screen.findByRole('table', { name: 'Belege und ihre Dateien' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /als ZIP$/ })).toBeNull();
  });
});

describe('an invoice', () => {
  const press = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Rechnung NE-2026-0007 als PDF: 200 Credits' }));

  it('is a PDF with its number', async () => {
    const party = { name: 'Praxis am Park', email: 'x@y.example', vat_id: '' };
    await pages.open('/purchases?jahr=2026', {
      nemus_transactions: () => ALL,
      nemus_invoices: () => [
        {
          number: 'NE-2026-0007',
          is_sample: false,
          kind: 'invoice',
          issued_on: '2026-03-14',
          service_on: '2026-03-14',
          service_until: null,
          seller: { ...party, street: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE', tax_number: '1' },
          buyer: { ...party, address: 'Parkstraße 8' },
          lines: [{ description: 'Credits', quantity: 200, unit: 'Stück', gross_cents: 40_000 }],
          balance_cents: 0,
          net_cents: 33_613,
          tax_cents: 6_387,
          gross_cents: 40_000,
          tax_rate: 19,
          tax_note: null,
          cancels_id: null,
        },
      ],
    });
    await press();
    await waitFor(() => expect(pages.saved()).toHaveLength(1));
    const [file] = pages.saved();
    expect(file?.name).toBe('rechnung-NE-2026-0007.pdf');
    expect((await file?.bytes())?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('reports why it cannot be created', async () => {
    const { ports } = await pages.open('/purchases?jahr=2026', {
      nemus_transactions: () => ALL,
      nemus_invoices: () => json(403, { code: '42501', message: 'no' }),
    });
    await press();
    await waitFor(() =>
      expect(ports.toasts()).toEqual([
        {
          kind: 'error',
          title: 'Rechnung nicht erstellt',
          description: UNEXPECTED,
        },
      ]),
    );
  });
});

describe('the list of documents', () => {
  const DOCUMENT = {
    id: 'i-1',
    number: 'NE-2026-000009',
    kind: 'invoice',
    document_code: 380,
    is_sample: false,
    is_collective: true,
    issued_on: '2026-04-01',
    gross_cents: 80_000,
    cancels_number: null,
    format: 'xrechnung',
    profile: 'xrechnung',
    missing: null,
    payments: 3,
  };
  const LISTED = [
    {
      ...DOCUMENT,
      id: 'i-3',
      number: 'NE-2026-000011',
      is_collective: false,
      missing: ['seller_vat_id'],
      profile: null,
    },
    {
      ...DOCUMENT,
      id: 'i-2',
      number: 'NE-2026-000010',
      kind: 'cancellation',
      document_code: 381,
      is_collective: false,
      cancels_number: 'NE-2026-000009',
      gross_cents: -500,
    },
    DOCUMENT,
  ];
  const rows = async () =>
    within(await screen.findByRole('table', { name: 'Belege und ihre Dateien' }))
      .getAllByRole('row')
      .slice(1);

  it('names what each is and corrects, and why one has no electronic form', async () => {
    await pages.open('/purchases?jahr=2026', {
      nemus_transactions: () => ALL,
      'rpc/nemus_own_invoices': () => LISTED,
    });
    const [gap, correction, collective] = (await rows()).map((row) => row.textContent?.replaceAll('\u00A0', ' '));
    expect(gap).toContain('Nur PDF, es fehlte: USt-IdNr. der Verkäuferin');
    expect(gap).not.toContain('XRechnung');
    expect(correction).toMatch(/Rechnungskorrektur NE-2026-000010zu NE-2026-000009.*−5,00 €/);
    expect(collective).toMatch(/Sammelrechnung NE-2026-0000093 Posten01\.04\.2026800,00 €/);
  });

  it('hands the original over byte by byte', async () => {
    const xml = '<?xml version="1.0"?><a>Müller</a>';
    await pages.open('/purchases?jahr=2026', {
      nemus_transactions: () => ALL,
      'rpc/nemus_own_invoices': () => LISTED,
      nemus_invoice_files: () => [{ profile: 'xrechnung', xml }],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'XML von Sammelrechnung NE-2026-000009' }));
    await waitFor(() => expect(pages.saved()).toHaveLength(1));
    const [file] = pages.saved();
    expect(file?.name).toBe('rechnung-NE-2026-000009.xml');
    expect((await file?.bytes())?.toString('utf8')).toBe(xml);
  });
});

it('says how an institution without purchases can start', async () => {
  await open('', []);
  expect(await screen.findByText('Noch keine Käufe')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Credits kaufen' })).toHaveAttribute('href', '/subscription');
});

it('says why the purchases cannot be read, and loads them on request', async () => {
  let answer: () => unknown = () => json(400, { code: '42P01', message: 'gone' });
  await pages.open('/purchases?jahr=2026', { nemus_transactions: () => answer() });
  expect(await screen.findByText('Laden fehlgeschlagen: Ihre Käufe')).toBeVisible();
  answer = () => ALL;
  fireEvent.click(screen.getByRole('button', { name: /Erneut/ }));
  await waitFor(async () => expect(await names()).toHaveLength(3));
});
