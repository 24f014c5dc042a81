/** @jest-environment ../../jest.browser.mjs */
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const row = (month: string, rest: object) => ({
  month,
  kind: 'course',
  course_id: 'c1',
  title: 'Ethik',
  category: 'S',
  rate: 19,
  net_cents: 10_000,
  tax_cents: 1_900,
  gross_cents: 11_900,
  documents: 1,
  ...rest,
});
const cells = (caption: string) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .slice(1)
    .map((line) => line.textContent?.replaceAll(/\s/g, ' '));

it('adds up the documents by month, product and tax, and ends each table with the same total', async () => {
  await pages.open('/academy/orders/turnover?von=2026-10-01&bis=2026-11-30', {
    'rpc/nemus_turnover': () => ({
      rows: [
        row('2026-10', {}),
        row('2026-11', { net_cents: -5_000, tax_cents: -950, gross_cents: -5_950 }),
        row('2026-11', {
          kind: 'credits',
          course_id: null,
          title: null,
          category: 'E',
          rate: 0,
          net_cents: 20_000,
          tax_cents: 0,
          gross_cents: 20_000,
        }),
      ],
      open: 2,
      open_cents: -3_000,
    }),
  });
  await screen.findByRole('table', { name: 'Umsatz: Nach Monat' });
  expect(cells('Umsatz: Nach Monat')).toEqual([
    '10/2026100,00 €19,00 €119,00 €',
    '11/2026150,00 €−9,50 €140,50 €',
    'Gesamt250,00 €9,50 €259,50 €',
  ]);
  expect(cells('Umsatz: Nach Produkt')).toEqual([
    'Credits200,00 €0,00 €200,00 €',
    'Ethik50,00 €9,50 €59,50 €',
    'Gesamt250,00 €9,50 €259,50 €',
  ]);
  expect(cells('Umsatz: Nach Steuer')).toEqual([
    '19 % Umsatzsteuer50,00 €9,50 €59,50 €',
    'Steuerfrei200,00 €0,00 €200,00 €',
    'Gesamt250,00 €9,50 €259,50 €',
  ]);
  expect(screen.getByText(/2 Zahlungen und Rückzahlungen über zusammen −30,00\s€/)).toBeVisible();
  expect(await pages.asked('rpc/nemus_turnover').at(-1)?.clone().json()).toEqual({
    p_from: '2026-10-01',
    p_until: '2026-11-30',
  });
});

it('shows the largest products, and all on request', async () => {
  const rows = Array.from({ length: 30 }, (_, n) =>
    row('2026-10', { course_id: `c${n}`, title: `Kurs ${n}`, gross_cents: 1_000 + n }),
  );
  await pages.open('/academy/orders/turnover', { 'rpc/nemus_turnover': () => ({ rows, open: 0, open_cents: 0 }) });
  await screen.findByRole('table', { name: 'Umsatz: Nach Produkt' });
  expect(cells('Umsatz: Nach Produkt')).toHaveLength(26);
  expect(cells('Umsatz: Nach Produkt')[0]).toContain('Kurs 29');
  fireEvent.click(screen.getByRole('button', { name: 'Alle 30 anzeigen', expanded: false }));
  expect(cells('Umsatz: Nach Produkt')).toHaveLength(31);
  fireEvent.click(screen.getByRole('button', { name: 'Nur die ersten 25', expanded: true }));
  expect(cells('Umsatz: Nach Produkt')).toHaveLength(26);
});

it('says that there is none', async () => {
  await pages.open('/academy/orders/turnover', { 'rpc/nemus_turnover': () => ({ rows: [], open: 0, open_cents: 0 }) });
  expect(await screen.findByText('Kein Umsatz in diesem Zeitraum')).toBeVisible();
});
