/** @jest-environment ../../jest.browser.mjs */
import { screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakeClient, refusal } from '../../testing/fake-client';
import { fakePortal, fakeSession, renderPortal } from '../../testing/render-portal';
import MembershipPage from './MembershipPage';

const TOKEN = 'b2'.repeat(32);
const INVITATION = {
  institution_name: 'Praxis am Park',
  inviter: 'Iris Institut',
  roles: ['booking', 'reading'],
  email: 'bo@nemus.example',
  expires_at: '2026-12-07T10:00:00Z',
  acceptance: 'possible',
};

function open(answer: (name: string) => unknown, signedIn = true) {
  window.history.replaceState(null, '', `/mitglied-werden?link=${TOKEN}`);
  const session = fakeSession(
    signedIn
      ? { status: 'signed-in', user: { id: 'u-1', email: 'paul@nemus.example', metadata: {} } }
      : { status: 'signed-out' },
  );
  const asked: string[] = [];
  const client = () =>
    Promise.resolve(
      fakeClient((name) => {
        asked.push(name);
        return answer(name);
      }),
    );
  renderPortal({ ...fakePortal(session), client, visitor: client }, <MembershipPage />);
  return { session, asked, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}
const press = (name: string) => screen.findByText(name, { selector: 'button, button *, a, a *' });

beforeEach(() => localStorage.clear());

it('names institution, inviter and roles, and does nothing by being opened', async () => {
  const { asked } = open(() => INVITATION);
  expect(await screen.findByText('Für Praxis am Park handeln', { selector: 'h1' })).toBeInTheDocument();
  expect(screen.getByText(/^Iris Institut lädt Sie ein/)).toBeInTheDocument();
  expect(screen.getByText(/verwaltet PiW, lädt sie ein/)).toBeInTheDocument();
  expect(asked).toEqual(['nemus_member_invitation']);
});

it.each([
  ['Annehmen', 'nemus_accept_membership', 'Einladung angenommen', 1],
  ['Ablehnen', 'nemus_decline_membership', 'Einladung abgelehnt', 0],
] as const)('%s sends that answer once, and leads to the dashboard', async (button, call, told, reloads) => {
  const { asked, session, user } = open((path) =>
    path === 'nemus_member_invitation'
      ? INVITATION
      : path === 'nemus_accept_membership'
        ? { institution_name: 'Praxis am Park' }
        : null,
  );
  await user.dblClick(await press(button));
  expect(await screen.findByText(told)).toBeInTheDocument();
  expect(asked.filter((path) => path !== 'nemus_member_invitation')).toEqual([call]);
  expect(session.reloadProfile).toHaveBeenCalledTimes(reloads);
  expect(window.location.pathname).toBe('/dashboard');
});

it('shows why an answer was refused, and stays', async () => {
  const { user } = open((path) => (path === 'nemus_member_invitation' ? INVITATION : refusal(404)));
  await user.click(await press('Annehmen'));
  expect(await screen.findByText('Ihre Antwort wurde nicht gespeichert')).toBeInTheDocument();
  expect(window.location.pathname).toBe('/mitglied-werden');
});

it('leads a visitor to the sign-in or sign-up with the invited address, and back', async () => {
  open(() => ({ ...INVITATION, acceptance: 'signed_out' }), false);
  expect((await press('Registrieren')).closest('a')).toHaveAttribute(
    'href',
    `/auth?ansicht=registrieren&mitglied=${TOKEN}`,
  );
  expect((await press('Anmelden')).closest('a')).toHaveAttribute('href', `/auth?mitglied=${TOKEN}`);
  expect(screen.queryByText('Annehmen')).toBeNull();
});

it.each([
  ['other_address', /Gehört Ihnen die Adresse b•••@nemus\.example/],
  ['trainee_account', /Für eine Weiterbildungsstätte handelt nur, wer ein Konto dieser Art hat/],
] as const)('an account with %s reads why not, and can change', async (acceptance, words) => {
  const { session, user } = open(() => ({ ...INVITATION, acceptance, email: 'b•••@nemus.example' }));
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
  await user.click(await press('Mit anderem Konto anmelden'));
  expect(session.signOut).toHaveBeenCalledTimes(1);
});

it('says that a link is no longer valid', async () => {
  open(() => null);
  expect(await screen.findByText('Diese Einladung gilt nicht mehr')).toBeInTheDocument();
});
