/** @jest-environment ../../jest.browser.mjs */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { DataTable, type Column } from './DataTable';

interface Purchase {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
}
const rows: readonly Purchase[] = [
  { id: 'a', name: 'Credits', amount: '200,00 €' },
  { id: 'b', name: 'Abonnement', amount: '299,00 €' },
];
const columns: readonly Column<Purchase>[] = [
  { key: 'name', header: 'Posten', cell: (row) => row.name },
  { key: 'amount', header: 'Betrag', align: 'end', sortable: true, cell: (row) => row.amount },
];
const base = { caption: 'Käufe', columns, rows, rowKey: (row: Purchase) => row.id };

/** Below 768 px or above: jsdom has no layout, so the test answers the media query. */
function screenIs(mobile: boolean) {
  window.matchMedia = (query) => ({
    matches: mobile && query.includes('max-width'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  });
}

test('wide: a table whose first column names the row', () => {
  screenIs(false);
  render(<DataTable {...base} />, { wrapper: NemusTheme });
  const table = screen.getByRole('table', { name: 'Käufe' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  expect(within(table).getByRole('rowheader', { name: 'Credits' })).toBeVisible();
});

test('narrow: a list of cards with the same content', () => {
  screenIs(true);
  render(<DataTable {...base} />, { wrapper: NemusTheme });
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const [first] = within(screen.getByRole('list', { name: 'Käufe' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('CreditsBetrag200,00 €');
});

test('narrow: a select may move below its label, other values stay beside it', () => {
  screenIs(true);
  const control: Column<Purchase> = { key: 'rule', header: 'Regel', cell: () => <select aria-label="Regel" /> };
  render(<DataTable {...base} columns={[...columns, control]} />, { wrapper: NemusTheme });
  const lineOf = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.parentElement;
  expect(lineOf('Regel')).toHaveStyle({ flexWrap: 'wrap' });
  expect(lineOf('Betrag')).toHaveStyle({ flexWrap: 'nowrap' });
});

test('sorting is requested, and reversed on the sorted column', async () => {
  screenIs(false);
  const onSort = jest.fn();
  const { rerender } = render(<DataTable {...base} onSort={onSort} />, { wrapper: NemusTheme });
  await userEvent.click(screen.getByRole('button', { name: 'Betrag' }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'amount', direction: 'asc' });
  rerender(<DataTable {...base} onSort={onSort} sort={{ key: 'amount', direction: 'asc' }} />);
  expect(screen.getByRole('columnheader', { name: 'Betrag' })).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Betrag' }));
  expect(onSort).toHaveBeenLastCalledWith({ key: 'amount', direction: 'desc' });
});

test('loading and empty replace it', () => {
  screenIs(false);
  const { rerender } = render(<DataTable {...base} rows={[]} loading />, { wrapper: NemusTheme });
  expect(screen.getByRole('status')).toHaveTextContent('Wird geladen …');
  rerender(<DataTable {...base} rows={[]} empty={<p>Noch keine Käufe</p>} />);
  expect(screen.getByText('Noch keine Käufe')).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});
