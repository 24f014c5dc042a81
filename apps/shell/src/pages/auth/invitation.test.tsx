/** @jest-environment ../../jest.browser.mjs */
import type { Invitation } from '@nemus/data';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../../testing/render-portal';
import { authViewSearch } from '../../routing/auth-view';
import { readInvitationToken } from '../../routing/invitation-address';
import { AuthPage } from './AuthPage';

const TOKEN = 'a1'.repeat(32);
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });

const INVITATION: Invitation = {
  institutionName: 'Praxis am Park',
  firstName: 'Mira',
  lastName: 'Sommer',
  email: 'mira@nemus.example',
  acceptance: 'signed_out',
};

function open(invitation: Invitation | null | Promise<Invitation>) {
  window.history.replaceState(null, '', `/auth?ansicht=registrieren&einladung=${TOKEN}`);
  const session = fakeSession();
  session.findInvitation.mockImplementation(() => Promise.resolve(invitation));
  renderPortal(fakePortal(session), <AuthPage />);
  return { session, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

describe('the address of an invitation', () => {
  it('keeps the token in every view', () => {
    expect(authViewSearch('sign-in', { invitation: TOKEN })).toBe(`?einladung=${TOKEN}`);
    expect(authViewSearch('sign-up', { invitation: TOKEN })).toBe(`?ansicht=registrieren&einladung=${TOKEN}`);
    expect(authViewSearch('sign-in')).toBe('');
  });
  it.each(['', '?einladung=', '?einladung=nope', `?einladung=${TOKEN}x`])('reads no token from "%s"', (search) =>
    expect(readInvitationToken(search)).toBeNull(),
  );
});

it('shows who invites, fills in the person, and sends the token with the registration', async () => {
  const { session, user } = open(INVITATION);
  expect(await screen.findByText('Praxis am Park lädt Sie ein')).toBeInTheDocument();
  expect(session.findInvitation).toHaveBeenCalledWith(TOKEN);
  expect(field('Vorname')).toHaveValue('Mira');
  expect(field('E-Mail')).toHaveValue('mira@nemus.example');
  // The account gets the invited address, and the type trainee.
  expect(field('E-Mail')).toHaveAttribute('readonly');
  expect(screen.queryByText('Weiterbildungsstätte', { selector: 'label, label *' })).toBeNull();
  fill(field('Passwort'), 'wald-und-wiese-7');
  fill(field('Passwort bestätigen'), 'wald-und-wiese-7');
  await user.click(screen.getByText('Registrieren', { selector: 'form button, form button span' }));
  await waitFor(() =>
    expect(session.signUp).toHaveBeenCalledWith(
      expect.objectContaining({ email: 'mira@nemus.example', userType: 'piw', invitationToken: TOKEN }),
    ),
  );
});

it('says that a link is no longer valid, and still allows the sign-up', async () => {
  open(null);
  expect(await screen.findByText('Diese Einladung gilt nicht mehr')).toBeInTheDocument();
  expect(field('Vorname')).toBeEnabled();
});

it('keeps input from before the invitation loaded, except the address', async () => {
  let answer: (invitation: Invitation) => void = () => undefined;
  const { session } = open(new Promise<Invitation>((resolve) => (answer = resolve)));
  await waitFor(() => expect(session.findInvitation).toHaveBeenCalled());
  fill(field('Vorname'), 'Miranda');
  fill(field('E-Mail'), 'miranda@nemus.example');
  fill(field('Passwort'), 'wald-und-wiese-7');
  answer(INVITATION);
  expect(await screen.findByText('Praxis am Park lädt Sie ein')).toBeInTheDocument();
  expect(field('Vorname')).toHaveValue('Miranda');
  expect(field('Nachname')).toHaveValue('Sommer');
  expect(field('E-Mail')).toHaveValue('mira@nemus.example');
  expect(field('Passwort')).toHaveValue('wald-und-wiese-7');
});

it('says that an invitation which cannot be checked may still be valid', async () => {
  open(Promise.reject(new Error('down')));
  expect(await screen.findByText('Ihre Einladung kann gerade nicht angezeigt werden')).toBeInTheDocument();
  expect(field('Vorname')).toBeEnabled();
});
