/** @jest-environment ../../jest.browser.mjs */
import { SessionError, type SessionState } from '@nemus/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../../testing/render-portal';
import ResetPasswordPage from './ResetPasswordPage';

const SIGNED_IN: Partial<SessionState> = {
  status: 'signed-in',
  user: { id: 'u-1', email: 'mira@nemus.example', metadata: {} },
  recovery: true,
};

function open(state: Partial<SessionState>, entry: unknown = null) {
  window.history.replaceState(null, '', '/reset-password');
  const session = fakeSession(state);
  const portal = fakePortal(session);
  portal.navigation.redirect('/reset-password', entry);
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

it('says that the link is unusable', () => {
  open({});
  expect(screen.getByRole('heading', { name: 'Ungültiger Link' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Zurück zur Anmeldung' })).toHaveAttribute('href', '/auth');
});

it('sets the password and goes to the start', async () => {
  const { portal, session, user } = open(SIGNED_IN);
  await send(user, 'neues-passwort', 'neues-passwort');
  expect(await screen.findByText('Passwort aktualisiert!')).toBeInTheDocument();
  expect(screen.getByText('Ihr Passwort wurde erfolgreich aktualisiert.')).toBeInTheDocument();
  expect(session.updatePassword).toHaveBeenCalledWith('neues-passwort', null);
  await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe('/'));
});

it('says that the service is down, and nothing about the link', () => {
  open({ status: 'loading', unreachable: true });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Der Server ist gerade nicht erreichbar');
  expect(screen.queryByText('Ungültiger Link')).toBeNull();
});

describe('without a mail’s link', () => {
  const SESSION = { ...SIGNED_IN, recovery: false };

  it('requires the current password, and sends it', async () => {
    const { session, user } = open(SESSION);
    await send(user, 'neues-passwort', 'neues-passwort');
    expect(await screen.findByText('Bitte geben Sie Ihr aktuelles Passwort ein.')).toBeInTheDocument();
    expect(session.updatePassword).not.toHaveBeenCalled();
    fill(screen.getByLabelText('Aktuelles Passwort', { selector: 'input' }), 'geheim');
    await user.click(screen.getByText('Passwort aktualisieren'));
    await waitFor(() => expect(session.updatePassword).toHaveBeenCalledWith('neues-passwort', 'geheim'));
  });

  it.each(['invalid_credentials', 'current_password_invalid'])(
    'shows at its field that it is wrong: %s',
    async (code) => {
      const { session, user } = open(SESSION);
      session.updatePassword.mockRejectedValue(new SessionError(code, 400, 'Invalid login credentials'));
      fill(screen.getByLabelText('Aktuelles Passwort', { selector: 'input' }), 'falsch');
      await send(user, 'neues-passwort', 'neues-passwort');
      await waitFor(() =>
        expect(screen.getByLabelText('Aktuelles Passwort', { selector: 'input' })).toHaveAccessibleDescription(
          expect.stringContaining('Das aktuelle Passwort stimmt nicht.'),
        ),
      );
      expect(screen.getAllByText('Fehler beim Aktualisieren des Passworts')).toHaveLength(1);
    },
  );

  it.each([
    ['this account', 'u-1', 0],
    ['another one', 'u-2', 1],
  ])('does not require it after a reload when a link had opened %s here', (_whose, provenBy, fields) => {
    open(SESSION, { provenBy });
    expect(screen.queryAllByLabelText('Aktuelles Passwort', { selector: 'input' })).toHaveLength(fields);
  });
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

it('marks the field that the service refuses', async () => {
  const { session, user } = open(SIGNED_IN);
  session.updatePassword.mockRejectedValue(new SessionError('same_password', 422, 'New password should be different.'));
  await send(user, 'abcdef', 'abcdef');
  expect(await screen.findByText('Fehler beim Aktualisieren des Passworts')).toBeInTheDocument();
  expect(screen.queryByText(/should be different/)).toBeNull();
  expect(screen.getByLabelText('Neues Passwort', { selector: 'input' })).toHaveAccessibleDescription(
    /Das ist Ihr bisheriges Passwort/,
  );
});
