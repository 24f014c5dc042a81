/** @jest-environment ../../jest.browser.mjs */
import { json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';

const pages = pagesUnderTest(app);
const ID = '00000000-0000-4000-8000-0000000000c1';
const LINK = {
  trainee_id: 't1',
  name: 'Ambulanz Nord',
  email: null,
  user_id: 'i1',
  linked_at: '2026-11-01T10:00:00+00:00',
  invitation: null,
};
const ACCOUNT = {
  user_id: ID,
  name: 'Eva Lang',
  email: 'eva@x.example',
  user_type: 'piw',
  registered_at: '2026-11-01T10:00:00+00:00',
  confirmed_at: '2026-11-01T10:00:00+00:00',
  last_sign_in_at: null,
  is_own: false,
  is_blocked: false,
  block: null,
  roles: [{ role: 'orders', since: '2026-11-02T10:00:00+00:00', by: 'Ina Falk' }],
  links: [LINK],
  enrolments: [],
  approval: null,
  orders: null,
};
const open = (path: string, answers: Answers) => pages.open(path, answers);
const person = (rest: object = {}, more: Answers = {}) =>
  open(`/academy/people/${ID}`, { 'rpc/nemus_staff_account': () => ({ ...ACCOUNT, ...rest }), ...more });
const body = async (name: string) => (await pages.asked(name).at(-1)?.clone().json()) as unknown;

it('lists accounts with roles and blocks, and requests what the address says', async () => {
  const row = { ...ACCOUNT, roles: ['orders'], is_blocked: true };
  await open('/academy/people?kind=blocked&search=Lang', {
    'rpc/nemus_staff_accounts': () => ({ rows: [row], has_more: false }),
  });
  expect(await screen.findByRole('link', { name: 'Eva Lang' })).toHaveAttribute('href', `/academy/people/${ID}`);
  expect(screen.getByText('Gesperrt')).toBeVisible();
  expect(await body('rpc/nemus_staff_accounts')).toEqual({ p_search: 'Lang', p_kind: 'blocked', p_page: 1 });
});

it('blocks after explaining the consequences, and keeps a refusal at the reason', async () => {
  await person(
    {},
    {
      'rpc/nemus_block_account': () =>
        json(409, { code: 'PT409', message: 'own_account', hint: 'own_account', details: null }),
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Konto sperren …' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/sofort auf allen Geräten abgemeldet/)).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Grund'), { target: { value: 'Missbrauch' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Konto sperren' }));
  expect(await dialog.findByText('Das eigene Konto können Sie nicht sperren.')).toBeVisible();
  expect(await body('rpc/nemus_block_account')).toEqual({ p_user: ID, p_reason: 'Missbrauch' });
});

it('offers neither a block nor the removal of the people role for the own account', async () => {
  await person({ is_own: true, roles: [{ role: 'people', since: '2026-11-02T10:00:00+00:00', by: null }] });
  expect(await screen.findByRole('button', { name: 'Rolle nehmen: Personen' })).toBeDisabled();
  expect(screen.getByRole('button', { name: /^Rolle geben: Bestellungen/ })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Konto sperren …' })).toBeNull();
});

it('shows places at dates, waiting positions and certificates', async () => {
  const date = { starts_at: '2099-01-15T17:00:00+00:00', ends_at: '2099-02-15T20:00:00+00:00', parts: null };
  await person({
    dates: [
      {
        ...date,
        appointment_id: 'd1',
        title: 'Angst',
        parts: 3,
        status: 'confirmed',
        waitlist_position: null,
        is_cancelled: false,
      },
      { ...date, appointment_id: 'd2', title: 'Trauer', status: 'waitlist', waitlist_position: 2, is_cancelled: false },
      {
        ...date,
        appointment_id: 'd3',
        title: 'Sucht',
        status: 'cancelled',
        waitlist_position: null,
        is_cancelled: true,
      },
    ],
    certificates: [
      {
        number: 'AAAA-BBBB-CCCC-DDDD',
        title: 'Ethik',
        kind: 'attendance',
        issued_on: '2026-11-01',
        revoked_at: '2026-11-02T10:00:00+00:00',
      },
    ],
  });
  expect(await screen.findByText(', 15.01.2099 – 15.02.2099, 3 Teile, Platz')).toBeVisible();
  expect(screen.getByText(', 15.01.2099, 18:00 Uhr, Warteliste, Stelle 2')).toBeVisible();
  expect(screen.getByText(', 15.01.2099, 18:00 Uhr, abgesagt')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Angst' })).toHaveAttribute('href', '/academy/dates/d1/participants');
  expect(screen.getByRole('link', { name: 'Ethik' })).toHaveAttribute('href', '/zertifikat/AAAA-BBBB-CCCC-DDDD');
  expect(screen.getByText(/widerrufen am 02\.11\.2026/)).toBeVisible();
});

it('lifts a block after a question', async () => {
  await person(
    { is_blocked: true, block: { reason: 'Missbrauch', since: '2026-11-03T10:00:00+00:00', by: 'Ina Falk' } },
    { 'rpc/nemus_unblock_account': () => null },
  );
  expect(await screen.findByText(/von Ina Falk: Missbrauch/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Sperre aufheben …' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sperre aufheben' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_unblock_account')).toHaveLength(1));
});

it('gives a role and ends a link, each after a question', async () => {
  await person({}, { 'rpc/nemus_grant_role': () => null, 'rpc/nemus_end_link': () => null });
  fireEvent.click(await screen.findByRole('button', { name: 'Rolle geben: Lehre' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rolle geben' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_grant_role')).toHaveLength(1));
  expect(await body('rpc/nemus_grant_role')).toEqual({ p_user: ID, p_role: 'teaching' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Verbindung beenden: Ambulanz Nord' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Verbindung beenden' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_end_link')).toHaveLength(1));
});

it('approves an institution under the name that was shown', async () => {
  const institution = {
    institution_id: 'i1',
    name: 'Ambulanz Nord',
    approved_name: null,
    email: 'nord@x.example',
    website: '',
    address: 'Weg 1',
    registered_at: '2026-11-01T10:00:00+00:00',
    state: 'waiting',
  };
  await open('/academy/people/institutions', {
    'rpc/nemus_institution_reviews': () => [institution],
    'rpc/nemus_approve_institution': () => null,
  });
  const approve = await screen.findByRole('button', { name: 'Freigeben: Ambulanz Nord' });
  // A double click approves once.
  act(() => {
    fireEvent.click(approve);
    fireEvent.click(approve);
  });
  await waitFor(() => expect(pages.asked('rpc/nemus_approve_institution')).toHaveLength(1));
  expect(await body('rpc/nemus_approve_institution')).toEqual({ p_institution: 'i1', p_name: 'Ambulanz Nord' });
});

it('decides a request for another name after a question, and declines with an answer', async () => {
  const request = {
    id: 'r1',
    user_id: ID,
    old_name: 'Eva Lang',
    first_name: 'Eva',
    last_name: 'Berg',
    email: 'eva@x.example',
    reason: 'Heirat',
    state: 'open',
    answer: null,
    created_at: '2026-11-01T10:00:00+00:00',
    decided_at: null,
    certificates: 2,
    hours: 12,
    papers: 1,
  };
  await open('/academy/people/names', {
    'rpc/nemus_name_requests': () => [request],
    'rpc/nemus_decide_name_request': () => null,
  });
  expect(await screen.findByText('2 Zertifikate, 12 bestätigte Einträge, 1 gedrucktes Logbuch')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Annehmen: Eva Berg' }));
  expect(await screen.findByText('Eva Lang in Eva Berg ändern?')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Namen ändern' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_decide_name_request')).toHaveLength(1));
  expect(await body('rpc/nemus_decide_name_request')).toEqual({ p_request: 'r1', p_accept: true });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Ablehnen: Eva Berg' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Antwort an die Person'), { target: { value: 'Die Urkunde fehlt.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ablehnen' }));
  await waitFor(() => expect(pages.asked('rpc/nemus_decide_name_request')).toHaveLength(2));
  expect(await body('rpc/nemus_decide_name_request')).toEqual({
    p_request: 'r1',
    p_accept: false,
    p_answer: 'Die Urkunde fehlt.',
  });
});
