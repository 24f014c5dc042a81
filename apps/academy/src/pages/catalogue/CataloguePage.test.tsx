/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';
import { exampleListed } from '../../examples/seminars';

const pages = pagesUnderTest(app);
const LIST = 'rpc/nemus_staff_courses';
const answer = (courses = [exampleListed()], total = courses.length) => ({
  [LIST]: () => ({ courses, total, states: { draft: total, published: 0, retired: 0 }, is_capped: false }),
});

it('lists the seminars with state, price and people, and leads to each', async () => {
  await pages.open('/academy/catalogue', answer([exampleListed({ enrolled: 3 })]));
  const link = await screen.findByRole('link', { name: 'Trauer begleiten' });
  expect(link).toHaveAttribute(
    'href',
    expect.stringContaining('/academy/catalogue/5e000000-0000-4000-8000-000000000001'),
  );
  expect(screen.getByText('45 Credits')).toBeVisible();
  expect(screen.getByText('1 Seminar')).toBeVisible();
});

it('filters by state and words, and keeps both in the address', async () => {
  const { ports } = await pages.open('/academy/catalogue?suche=trauer&seite=2', answer());
  expect(await screen.findByRole('searchbox')).toHaveValue('trauer');
  fireEvent.click(await screen.findByRole('button', { name: /Entwurf/ }));
  await waitFor(() => expect(ports.navigation.getLocation().search).toBe('?suche=trauer&stand=draft'));
  await waitFor(async () =>
    expect(await pages.sent(LIST)).toEqual([
      { p_search: 'trauer', p_page: 2 },
      { p_search: 'trauer', p_page: 1, p_state: 'draft' },
    ]),
  );
});

it('offers to create the first seminar, or another search without results', async () => {
  await pages.open('/academy/catalogue', answer([]));
  expect(await screen.findByText('Noch keine Seminare')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Neues Seminar' })).toHaveLength(2);
  await pages.open('/academy/catalogue?suche=xyz', answer([]));
  expect(await screen.findByText('Keine Seminare gefunden')).toBeVisible();
});

it('reports when the list cannot be read', async () => {
  await pages.open('/academy/catalogue', {
    [LIST]: () => json(403, { code: 'PT403', message: 'staff_required', hint: 'staff_required', details: null }),
  });
  expect(await screen.findByText('Laden fehlgeschlagen: Seminare')).toBeVisible();
});
