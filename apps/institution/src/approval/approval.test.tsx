/** @jest-environment ../../jest.browser.mjs */
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../app';

const NOTICE = 'Ihre Weiterbildungsstätte ist noch nicht freigegeben';
/** PostgREST's answers for a single row, and for none. */
const noRow = () => json(406, { code: 'PGRST116', details: 'The result contains 0 rows', message: '' });
const approvals = {
  waiting: () => [],
  withdrawn: () => [{ withdrawn_at: '2026-03-02T10:00:00Z' }],
  approved: () => [{ withdrawn_at: null }],
  unknown: noRow,
} satisfies Record<string, () => unknown>;

const linked: Readonly<Record<string, unknown>> = {
  id: '11111111-1111-4111-8111-111111111111',
  first_name: 'Mira',
  last_name: 'Sommer',
  email: 'mira@nemus.example',
  phone: '',
  registered_on: '2026-01-01',
  status: 'active',
  completed_hours: 0,
  total_hours: 600,
  competencies: [],
  user_id: '22222222-2222-4222-8222-222222222222',
  linked_at: '2026-02-01T10:00:00Z',
  access: 'linked',
  invitation: null,
};

const pages = pagesUnderTest(app, 'institution');

it.each(['waiting', 'withdrawn'] as const)(
  'explains why no people can be invited while approval is %s',
  async (state) => {
    await pages.open('/piw-management/einladen', { nemus_institution_approvals: approvals[state] });
    expect(await screen.findByText(NOTICE)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Einladung senden' })).toBeNull();
  },
);

it.each(['approved', 'unknown'] as const)('lets people be invited while approval is %s', async (state) => {
  await pages.open('/piw-management/einladen', { nemus_institution_approvals: approvals[state] });
  await waitFor(() => expect(pages.requests().some(({ url }) => url.includes('approvals'))).toBe(true));
  expect(await screen.findByRole('button', { name: 'Einladung senden' })).toBeEnabled();
  expect(screen.queryByText(NOTICE)).toBeNull();
});

it.each(['/piw-management', '/course-bookings?ansicht=buchen'])('explains it at %s', async (address) => {
  await pages.open(address, { nemus_institution_approvals: approvals.waiting, nemus_trainee_list: () => [linked] });
  expect(await screen.findByText(NOTICE)).toBeInTheDocument();
});

it('ends the link with a trainee after a question', async () => {
  let row = linked;
  const { ports } = await pages.open(`/piw-management/${String(linked.id)}`, {
    nemus_trainee_list: () => row,
    'rpc/nemus_unlink_trainee': () => {
      row = { ...linked, access: 'none', user_id: null, linked_at: null };
      return json(200, null);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Verbindung beenden …' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Verbindung beenden?' });
  expect(pages.requests().some(({ url }) => url.includes('unlink'))).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Verbindung beenden' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toEqual(['Verbindung beendet']));
  expect(await screen.findByRole('button', { name: 'Einladung senden' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
