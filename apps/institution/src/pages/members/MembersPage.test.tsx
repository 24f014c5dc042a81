/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile, json, type Answers } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import app from '../../app';
import { openPage } from '../../memberships/open-page';

jest.mock('../../memberships/open-page', () => ({ openPage: jest.fn() }));

const pages = pagesUnderTest(app, 'institution');
const OWN = {
  user_id: '00000000-0000-4000-8000-000000000002',
  name: 'Iris Institut',
  email: 'iris@nemus.example',
  roles: ['administration'],
  since: '2026-01-01T10:00:00Z',
  is_founder: true,
  is_own: true,
  is_blocked: false,
};
const BOOKER = {
  ...OWN,
  user_id: '00000000-0000-4000-8000-0000000000b1',
  name: 'Bo Buchung',
  email: 'bo@praxis.example',
  roles: ['booking', 'reading'],
  is_founder: false,
  is_own: false,
};
const INVITATION = {
  invitation_id: '00000000-0000-4000-8000-0000000000c1',
  email: 'neu@praxis.example',
  roles: ['billing'],
  expires_at: '2026-12-07T10:00:00Z',
  last_sent_at: '2026-11-23T10:00:00Z',
  sent_count: 1,
  state: 'open',
};
const MEMBERSHIP = {
  institution_id: OWN.user_id,
  name: 'Institut Probe',
  roles: ['administration'],
  since: '2026-01-01T10:00:00Z',
  is_founder: true,
  is_chosen: true,
};
const answers = (
  members: readonly unknown[],
  invitations: readonly unknown[] = [],
  further: Answers = {},
): Answers => ({
  'rpc/nemus_member_list': () => ({ members, invitations }),
  'rpc/nemus_memberships': () => [MEMBERSHIP],
  ...further,
});
const open = (given: Answers, rights = ['member:administration']) =>
  pages.open('/settings/members', given, {
    profile: fakeProfile('institution', { rights, ...(rights.length > 0 && { institutionId: OWN.user_id }) }),
  });
const done = () => json(200, null);

it('lists members and invitations, and says why the last administrator stays', async () => {
  await open(answers([OWN, BOOKER], [INVITATION]));
  const table = await screen.findByRole('table', { name: 'Mitglieder Ihrer Weiterbildungsstätte' });
  expect(within(table).getByText('Bo Buchung')).toBeVisible();
  expect(within(table).getByText('Buchung, Lesen')).toBeVisible();
  expect(within(table).getByText(/^Letztes Mitglied der Verwaltung: Geben Sie diese Rolle zuerst/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rollen ändern: Iris Institut' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Weiterbildungsstätte verlassen' })).toBeNull();
  expect(screen.getByText('neu@praxis.example')).toBeVisible();
  expect(screen.getByText(/^Abrechnung · verschickt am 23\.11\.2026, gültig bis 07\.12\.2026/)).toBeVisible();
});

it('explains members to an institution with one account', async () => {
  await open(answers([OWN]));
  expect(await screen.findByText('Bisher handeln Sie allein')).toBeVisible();
});

it('invites by mail with at least one role, and administrators hold all', async () => {
  const { ports } = await open(answers([OWN], [], { 'functions/send-member-invitation': () => ({}) }));
  fireEvent.click(await screen.findByRole('button', { name: 'Mitglied einladen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mitglied einladen' });
  const send = within(dialog).getByRole('button', { name: 'Einladung senden' });
  fireEvent.click(send);
  expect(await within(dialog).findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.')).toBeVisible();
  expect(within(dialog).getByText('Bitte wählen Sie mindestens eine Rolle.')).toBeVisible();
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'E-Mail' }), {
    target: { value: ' neu@praxis.example ' },
  });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Verwaltung' }));
  expect(within(dialog).getByRole('checkbox', { name: 'Buchung' })).toBeChecked();
  expect(within(dialog).getByRole('checkbox', { name: 'Buchung' })).toBeDisabled();
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Verwaltung' }));
  const booking = within(dialog).getByRole('checkbox', { name: 'Buchung' });
  expect(booking).toHaveAccessibleDescription(/bucht Kurse/);
  fireEvent.click(booking);
  fireEvent.click(send);
  fireEvent.click(send);
  await waitFor(() =>
    expect(ports.toasts()).toEqual([{ kind: 'success', title: 'Einladung an neu@praxis.example verschickt' }]),
  );
  expect(await pages.sent('functions/send-member-invitation')).toEqual([
    { email: 'neu@praxis.example', roles: ['booking'] },
  ]);
});

it('keeps the form and says why an invitation was refused', async () => {
  await open(
    answers([OWN], [], {
      'functions/send-member-invitation': () =>
        json(409, { error: { code: 'already_member', message: 'Diese Person ist schon Mitglied.' } }),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Mitglied einladen' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'E-Mail' }), { target: { value: 'bo@praxis.example' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Lesen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Einladung senden' }));
  expect(await screen.findByText('Diese Person ist schon Mitglied.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'E-Mail' })).toHaveValue('bo@praxis.example');
});

it('changes roles, and removes a member after listing what the person loses', async () => {
  const { ports } = await open(
    answers([OWN, BOOKER], [], { 'rpc/nemus_change_member': done, 'rpc/nemus_remove_member': done }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Rollen ändern: Bo Buchung' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Lesen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Rollen speichern' }));
  await waitFor(async () =>
    expect(await pages.sent('rpc/nemus_change_member')).toEqual([{ p_user: BOOKER.user_id, p_roles: ['booking'] }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  fireEvent.click(screen.getByRole('button', { name: 'Entfernen: Bo Buchung' }));
  const question = await screen.findByRole('alertdialog', { name: 'Bo Buchung entfernen?' });
  expect(within(question).getByText(/^Buchung: verwaltet PiW/)).toBeVisible();
  expect(within(question).getByRole('button', { name: 'Abbrechen' })).toHaveFocus();
  expect(await pages.sent('rpc/nemus_remove_member')).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Mitglied entfernen' }));
  await waitFor(async () => expect(await pages.sent('rpc/nemus_remove_member')).toEqual([{ p_user: BOOKER.user_id }]));
  expect(ports.toasts().map(({ title }) => title)).toEqual(['Rollen geändert', 'Bo Buchung ist entfernt']);
});

it('shows why the database refused, in the dialog', async () => {
  await open(
    answers([OWN, { ...BOOKER, roles: ['administration'] }], [], {
      'rpc/nemus_remove_member': () => json(409, { code: 'PT409', message: 'last_administrator', details: null }),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Entfernen: Bo Buchung' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Mitglied entfernen' }));
  expect(await within(await screen.findByRole('alertdialog')).findByRole('alert')).toBeVisible();
});

it('lets the own account leave when another administrator is left, and reloads', async () => {
  await open(answers([OWN, { ...BOOKER, roles: ['administration'] }], [], { 'rpc/nemus_leave_membership': done }));
  fireEvent.click(await screen.findByRole('button', { name: 'Weiterbildungsstätte verlassen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Verlassen' }));
  await waitFor(() => expect(openPage).toHaveBeenCalledWith('/dashboard'));
  expect(await pages.sent('rpc/nemus_leave_membership')).toEqual([{ p_institution: OWN.user_id }]);
});

it('sends an invitation again, and withdraws it after a question', async () => {
  const { ports } = await open(
    answers([OWN], [INVITATION], {
      'functions/send-member-invitation': () => ({}),
      'rpc/nemus_revoke_member_invitation': done,
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Erneut senden: neu@praxis.example' }));
  await waitFor(async () =>
    expect(await pages.sent('functions/send-member-invitation')).toEqual([{ invitationId: INVITATION.invitation_id }]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Zurückziehen: neu@praxis.example' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Einladung zurückziehen' }));
  await waitFor(() => expect(ports.toasts().map(({ title }) => title)).toContain('Einladung zurückgezogen'));
  expect(await pages.sent('rpc/nemus_revoke_member_invitation')).toEqual([{ p_invitation: INVITATION.invitation_id }]);
});

it('says whose page it is, without a request', async () => {
  await open(answers([OWN]), ['member:booking']);
  expect(await screen.findByText('Diese Seite ist nicht Teil Ihrer Rolle')).toBeVisible();
  expect(screen.getByText(/mit der Rolle Verwaltung\. Ihr Konto hat die Rolle Buchung\./)).toBeVisible();
  expect(pages.asked('rpc/nemus_member_list')).toHaveLength(0);
});

it('leaves the decision to the database when an older shell provides no roles', async () => {
  await open(answers([OWN]), []);
  expect(await screen.findByText('Bisher handeln Sie allein')).toBeVisible();
});
