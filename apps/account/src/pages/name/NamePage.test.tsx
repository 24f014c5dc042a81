/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing';
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const REQUEST = {
  id: 'r1',
  old_name: 'Mira Sommer',
  first_name: 'Mira',
  last_name: 'Berg',
  reason: 'Heirat',
  state: 'open',
  answer: null,
  created_at: '2026-11-20T09:00:00+00:00',
  decided_at: null,
};
const open = (
  proved: boolean,
  requests: () => readonly object[] = () => [],
  answers: Parameters<typeof pages.open>[1] = {},
) =>
  pages.open('/account/name', { 'rpc/nemus_name_is_proved': () => proved, nemus_name_requests: requests, ...answers });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it('leads to the profile while the name is on no document', async () => {
  await open(false);
  expect(await screen.findByRole('link', { name: 'im Profil' })).toHaveAttribute('href', '/profile');
  expect(screen.queryByRole('button', { name: 'Antrag stellen' })).toBeNull();
});

it('requests another name with a reason, and names what is missing', async () => {
  let rows: readonly object[] = [];
  await open(true, () => rows, {
    'rpc/nemus_request_name': () => {
      rows = [REQUEST];
      return 'r1';
    },
  });
  await press('Antrag stellen');
  expect(await screen.findByText('Bitte begründen Sie die Änderung.')).toBeVisible();
  // The present name: one part of it stays.
  const { firstName, lastName } = fakeProfile('piw');
  expect(screen.getByLabelText('Neuer Vorname')).toHaveValue(firstName);
  expect(screen.getByLabelText('Neuer Nachname')).toHaveValue(lastName);
  await type('Neuer Vorname', 'Mira');
  await type('Neuer Nachname', 'Berg');
  await type('Begründung', 'Heirat');
  await press('Antrag stellen');
  expect(await screen.findByText('Ihr Antrag auf „Mira Berg“ wird geprüft.')).toBeVisible();
  expect(await pages.sent('rpc/nemus_request_name')).toEqual([{ p_first: 'Mira', p_last: 'Berg', p_reason: 'Heirat' }]);
  expect(screen.queryByRole('button', { name: 'Antrag stellen' })).toBeNull();
});

it('shows why a request was refused', async () => {
  await open(true, () => [], {
    'rpc/nemus_request_name': () =>
      json(429, { code: 'PT429', message: 'name_request_limit', hint: 'name_request_limit', details: null }),
  });
  await type('Neuer Vorname', 'Mira');
  await type('Neuer Nachname', 'Berg');
  await type('Begründung', 'Heirat');
  await press('Antrag stellen');
  expect(await screen.findByText(/in 30 Tagen fünf Anträge/)).toBeVisible();
});

it('withdraws an open request, and lists the earlier names', async () => {
  const earlier = {
    ...REQUEST,
    id: 'r0',
    state: 'declined',
    answer: 'Die Urkunde fehlt.',
    decided_at: REQUEST.created_at,
  };
  await open(true, () => [REQUEST, earlier], { 'rpc/nemus_withdraw_name_request': () => null });
  expect(await screen.findByText('Antwort: Die Urkunde fehlt.')).toBeVisible();
  expect(screen.getByText('Abgelehnt am 20.11.2026')).toBeVisible();
  await press('Antrag zurückziehen');
  await waitFor(() => expect(pages.asked('rpc/nemus_withdraw_name_request')).toHaveLength(1));
});
