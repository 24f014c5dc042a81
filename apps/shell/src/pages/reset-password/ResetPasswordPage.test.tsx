/** @jest-environment ../../jest.browser.mjs */
import { SessionError, type SessionState } from '@nemus/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../../testing/render-portal';
import { ResetPasswordPage } from './ResetPasswordPage';

const SIGNED_IN: Partial<SessionState> = {
  status: 'signed-in',
  user: { id: 'u-1', email: 'mira@nemus.example', metadata: {} },
  recovery: true,
};

function open(state: Partial<SessionState>) {
  window.history.replaceState(null, '', '/reset-password');
  const session = fakeSession(state);
  const portal = fakePortal(session);
  renderPortal(portal, <ResetPasswordPage />);
  return { portal, session, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

async function send(user: ReturnType<typeof userEvent.setup>, password: string, confirmation: string) {
  fill(screen.getByLabelText('Neues Passwort', { selector: 'input' }), password);
  fill(screen.getByLabelText('Passwort bestätigen', { selector: 'input' }), confirmation);
  await user.click(screen.getByText('Passwort aktualisieren'));
}

it('waits until it is known whether there is a session', () => {
  open({ status: 'loading' });
  expect(screen.getByText('Wird geladen …')).toBeInTheDocument();
  expect(screen.queryByText('Ungültiger Link')).toBeNull();
});

it('says that the link is of no use', () => {
  open({});
  expect(screen.getByRole('heading', { name: 'Ungültiger Link' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Zurück zur Anmeldung' })).toHaveAttribute('href', '/auth');
});

it('sets the password and goes to the start', async () => {
  const { portal, session, user } = open(SIGNED_IN);
  await send(user, 'neues-passwort', 'neues-passwort');
  expect(await screen.findByText('Passwort aktualisiert!')).toBeInTheDocument();
  expect(screen.getByText('Ihr Passwort wurde erfolgreich aktualisiert.')).toBeInTheDocument();
  expect(session.updatePassword).toHaveBeenCalledWith('neues-passwort');
  await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe('/'));
});

it.each([
  ['abcdef', 'abcdeg', 'Passwörter stimmen nicht überein'],
  ['abcde', 'abcde', 'Passwort zu kurz'],
])('refuses %s / %s', async (password, confirmation, title) => {
  const { session, user } = open(SIGNED_IN);
  await send(user, password, confirmation);
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(session.updatePassword).not.toHaveBeenCalled();
});

it('passes on what the server says', async () => {
  const { session, user } = open(SIGNED_IN);
  session.updatePassword.mockRejectedValue(new SessionError('same_password', 422, 'New password should be different.'));
  await send(user, 'abcdef', 'abcdef');
  expect(await screen.findByText('Fehler beim Aktualisieren des Passworts')).toBeInTheDocument();
  expect(screen.getByText('New password should be different.')).toBeInTheDocument();
});
