/** @jest-environment ../../jest.browser.mjs */
import { useState } from 'react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { Pagination } from './Pagination';

function Sample({ total }: { total: number }) {
  const [page, setPage] = useState(1);
  return <Pagination page={page} pageSize={25} total={total} onChange={setPage} />;
}

test('a list of one page has no pagination', () => {
  render(<Sample total={25} />, { wrapper: NemusTheme });
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('moves forward and back, and says which rows are shown', async () => {
  const user = userEvent.setup();
  render(<Sample total={10_000} />, { wrapper: NemusTheme });
  const pages = within(screen.getByRole('navigation', { name: 'Seiten' }));
  expect(pages.getByRole('button', { name: 'Zurück' })).toBeDisabled();
  await user.click(pages.getByRole('button', { name: 'Weiter' }));
  expect(screen.getByRole('status')).toHaveTextContent('26–50 von 10.000');
  expect(pages.getAllByRole('button')).toHaveLength(2);
  await user.click(pages.getByRole('button', { name: 'Zurück' }));
  expect(screen.getByRole('status')).toHaveTextContent('1–25 von 10.000');
});

test('a keyboard user who reaches the last page keeps the focus', async () => {
  const user = userEvent.setup();
  render(<Sample total={50} />, { wrapper: NemusTheme });
  await user.tab();
  expect(screen.getByRole('button', { name: 'Weiter' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Weiter' })).toBeDisabled();
  expect(screen.getByText('Seite 2 von 2')).toHaveFocus();
});
