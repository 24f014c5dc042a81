/** @jest-environment ../../jest.browser.mjs */
import { DataError } from '@nemus/data';
import type { Invitation } from '@nemus/session';
import { screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, renderPortal } from '../../testing/render-portal';
import InvitationPage from './InvitationPage';

const TOKEN = 'a1'.repeat(32);
const INVITATION: Invitation = {
  institutionName: 'Praxis am Park',
  firstName: 'Mira',
  lastName: 'Sommer',
  email: 'mira@nemus.example',
  acceptance: 'possible',
};

function open(found: Promise<Invitation | null>) {
  window.history.replaceState(null, '', `/einladung?einladung=${TOKEN}`);
  const session = fakeSession({
    status: 'signed-in',
    user: { id: 'u-1', email: 'paul@nemus.example', metadata: {} },
  });
  session.findInvitation.mockImplementation(() => found);
  renderPortal(fakePortal(session), <InvitationPage />);
  return { session, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}
const press = (name: string) => screen.findByText(name, { selector: 'button, button *, a, a *' });

beforeEach(() => localStorage.clear());

it('names the institution and what it will see, and has no effect when opened', async () => {
  const { session } = open(Promise.resolve(INVITATION));
  expect(await screen.findByText('Einladung von Praxis am Park', { selector: 'h1' })).toBeInTheDocument();
  expect(screen.getByText('Ihren Stand in Theorie, Praxis und E-Learning')).toBeInTheDocument();
  expect(screen.getByText('Ihren Fortschritt in den sechs Kompetenzen')).toBeInTheDocument();
  expect(
    screen.getByText(/^Nicht sichtbar sind Ihre Entwürfe im Logbuch, Ihre Notizen zur Selbsterfahrung/),
  ).toBeInTheDocument();
  expect(screen.getByText(/^Ihr Logbuch, was Sie zu ihr eingereicht haben: .* und Ihre Notiz/)).toBeInTheDocument();
  expect(session.findInvitation).toHaveBeenCalledWith(TOKEN);
  expect(session.acceptInvitation).not.toHaveBeenCalled();
  expect(session.declineInvitation).not.toHaveBeenCalled();
});

it.each([
  ['Annehmen', 'acceptInvitation', 'Einladung angenommen'],
  ['Ablehnen', 'declineInvitation', 'Einladung abgelehnt'],
] as const)('%s sends that answer once, and leads to the dashboard', async (button, call, told) => {
  const { session, user } = open(Promise.resolve(INVITATION));
  await user.dblClick(await press(button));
  expect(await screen.findByText(told)).toBeInTheDocument();
  expect(session[call]).toHaveBeenCalledTimes(1);
  expect(session[call]).toHaveBeenCalledWith(TOKEN);
  expect(session.acceptInvitation.mock.calls.length + session.declineInvitation.mock.calls.length).toBe(1);
  expect(window.location.pathname).toBe('/dashboard');
});

it('shows why an answer was refused, and another try is possible', async () => {
  const { session, user } = open(Promise.resolve(INVITATION));
  session.acceptInvitation.mockImplementationOnce(() =>
    Promise.reject(new DataError('invitation_invalid', 'Diese Einladung ist ungültig oder abgelaufen.', 404)),
  );
  await user.click(await press('Annehmen'));
  expect(await screen.findByText('Diese Einladung ist ungültig oder abgelaufen.')).toBeInTheDocument();
  expect(window.location.pathname).toBe('/einladung');
  await user.click(await press('Annehmen'));
  expect(await screen.findByText('Einladung angenommen')).toBeInTheDocument();
});

it.each([
  ['other_address', /bitten Sie die Weiterbildungsstätte um eine neue an paul@nemus\.example/],
  ['institution_account', /Einladungen sind für Psychotherapeut\*innen in Weiterbildung/],
] as const)('an account with %s reads whose it is, masked, and what to do', async (acceptance, advice) => {
  const { session, user } = open(
    Promise.resolve({ ...INVITATION, acceptance, email: 'm•••@nemus.example', firstName: '', lastName: '' }),
  );
  expect(await screen.findByText(/Diese Einladung ging an m•••@nemus\.example/)).toBeInTheDocument();
  expect(screen.getByText(advice)).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
  await user.click(await press('Mit anderem Konto anmelden'));
  expect(session.signOut).toHaveBeenCalledTimes(1);
  // From here the guard redirects to the sign-in, without waiting for the server.
  expect(window.location.pathname + window.location.search).toBe(`/einladung?einladung=${TOKEN}&kontowechsel=1`);
});

it('an account that is linked already has nothing to answer', async () => {
  open(Promise.resolve({ ...INVITATION, acceptance: 'already_linked' }));
  expect(await screen.findByText(/ist mit Praxis am Park bereits verbunden/)).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
});

it('says that a link is no longer valid', async () => {
  open(Promise.resolve(null));
  expect(await screen.findByText('Diese Einladung gilt nicht mehr')).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
});

it('reports a failed request, and retries', async () => {
  const { session, user } = open(Promise.reject(new Error('down')));
  expect(await screen.findByText('Ihre Einladung kann gerade nicht angezeigt werden')).toBeInTheDocument();
  session.findInvitation.mockImplementation(() => Promise.resolve(INVITATION));
  await user.click(await press('Erneut versuchen'));
  expect(await press('Annehmen')).toBeInTheDocument();
});
