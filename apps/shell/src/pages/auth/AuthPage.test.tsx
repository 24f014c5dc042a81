/** @jest-environment ../../jest.browser.mjs */
import { SessionError } from '@nemus/session';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../../testing/render-portal';
import { AuthPage } from './AuthPage';

const NETWORK = new SessionError('network', 0, null);
const refusal = (code: string, message: string) => new SessionError(code, 400, message);

function open(address = '/auth', session = fakeSession()) {
  window.history.replaceState(null, '', address);
  const portal = fakePortal(session);
  renderPortal(portal, <AuthPage />);
  return { portal, session, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByText(name, { selector: 'form button, form button span' }));
/** The text of the toast with this title. */
const toast = async (title: string) => {
  const region = screen.getByLabelText('Meldungen');
  await within(region).findByText(title);
  return region.textContent;
};

describe('sign-in', () => {
  it('signs in', async () => {
    const { session, user } = open();
    fill(field('E-Mail'), 'mira@nemus.example');
    fill(field('Passwort'), 'geheim');
    await press(user, 'Anmelden');
    await waitFor(() => expect(session.signIn).toHaveBeenCalledWith('mira@nemus.example', 'geheim'));
  });

  it('preloads what areas need while the user types', () => {
    const prepareSignIn = jest.fn();
    renderPortal({ ...fakePortal(), prepareSignIn }, <AuthPage />);
    expect(prepareSignIn).not.toHaveBeenCalled();
    fireEvent.focus(screen.getByLabelText('E-Mail'));
    expect(prepareSignIn).toHaveBeenCalled();
  });

  it('requires both fields before it sends a request', async () => {
    const { session, user } = open();
    await press(user, 'Anmelden');
    expect(await screen.findByText('Bitte geben Sie Ihre E-Mail-Adresse ein.')).toBeInTheDocument();
    expect(screen.getByText('Bitte geben Sie Ihr Passwort ein.')).toBeInTheDocument();
    expect(field('E-Mail')).toHaveFocus();
    expect(session.signIn).not.toHaveBeenCalled();
  });

  it.each([
    [
      'a refusal',
      refusal('invalid_credentials', 'Invalid login credentials'),
      'E-Mail-Adresse und Passwort passen nicht zusammen.',
    ],
    ['a lost connection', NETWORK, 'Ein unerwarteter Fehler ist aufgetreten'],
    ['a broken client', new Error('broken'), 'Ein unerwarteter Fehler ist aufgetreten'],
  ])('says what went wrong: %s', async (_name, error, message) => {
    const session = fakeSession();
    session.signIn.mockRejectedValue(error);
    const { user } = open('/auth', session);
    fill(field('E-Mail'), 'mira@nemus.example');
    fill(field('Passwort'), 'falsch');
    await press(user, 'Anmelden');
    expect(await toast('Anmeldefehler')).toContain(message);
  });

  it('sends the confirmation again', async () => {
    const session = fakeSession();
    session.signIn.mockRejectedValue(refusal('email_not_confirmed', 'Email not confirmed'));
    const { user } = open('/auth', session);
    fill(field('E-Mail'), 'mira@nemus.example');
    fill(field('Passwort'), 'geheim');
    await press(user, 'Anmelden');
    // Users cannot get in without the next step: the toast explains it in German as well.
    expect(await toast('Anmeldefehler')).toContain('Ihre E-Mail-Adresse ist noch nicht bestätigt.');
    expect(screen.queryByText(/not confirmed/)).toBeNull();
    await user.click(await screen.findByText('Bestätigungslink erneut senden'));
    expect(session.resendConfirmation).toHaveBeenCalledWith('mira@nemus.example');
  });
});

describe('sign-up', () => {
  function complete(confirmation = 'geheim1') {
    fill(field('Vorname'), 'Ida');
    fill(field('Nachname'), 'Roth');
    fill(field('E-Mail'), 'ida@nemus.example');
    fill(field('Passwort'), 'geheim1');
    fill(field('Passwort bestätigen'), confirmation);
  }

  it('opens by its tab, and the address keeps it', async () => {
    const { portal, user } = open();
    await user.click(screen.getByRole('tab', { name: 'Registrieren' }));
    expect(field('Vorname')).toBeInTheDocument();
    expect(portal.navigation.port.getLocation().search).toBe('?ansicht=registrieren');
  });

  it('registers a trainee, confirms it and clears the form', async () => {
    const { session, user } = open('/auth?ansicht=registrieren');
    complete();
    await press(user, 'Registrieren');
    expect(await toast('Registrierung erfolgreich')).toContain('Bitte überprüfen Sie Ihre E-Mails zur Bestätigung');
    expect(session.signUp).toHaveBeenCalledWith(
      expect.objectContaining({ email: 'ida@nemus.example', userType: 'piw', institutionName: null }),
    );
    for (const name of ['Vorname', 'Nachname', 'E-Mail', 'Passwort', 'Passwort bestätigen']) {
      expect(field(name)).toHaveValue('');
    }
  });

  it('requires an institution’s name', async () => {
    const { session, user } = open('/auth?ansicht=registrieren');
    expect(screen.queryByLabelText('Name der Institution')).toBeNull();
    complete();
    await user.click(screen.getByLabelText('Weiterbildungsstätte'));
    await press(user, 'Registrieren');
    expect(await toast('Registrierungsfehler')).toContain('Bitte geben Sie den Namen Ihrer Institution an');
    expect(session.signUp).not.toHaveBeenCalled();

    fill(field('Name der Institution'), ' Praxis am Park ');
    await press(user, 'Registrieren');
    await waitFor(() =>
      expect(session.signUp).toHaveBeenCalledWith(
        expect.objectContaining({ userType: 'institution', institutionName: 'Praxis am Park' }),
      ),
    );
  });

  it('forgets the institution’s name when the type is switched back', async () => {
    const { user } = open('/auth?ansicht=registrieren');
    const institution = screen.getByLabelText('Weiterbildungsstätte');
    await user.click(institution);
    fill(field('Name der Institution'), 'Praxis am Park');
    await user.click(screen.getByLabelText('Psychotherapeut*in in Weiterbildung'));
    expect(screen.queryByLabelText('Name der Institution')).toBeNull();
    await user.click(institution);
    expect(field('Name der Institution')).toHaveValue('');
  });

  it('compares the passwords', async () => {
    const { session, user } = open('/auth?ansicht=registrieren');
    complete('anders');
    await press(user, 'Registrieren');
    expect(await toast('Registrierungsfehler')).toContain('Die Passwörter stimmen nicht überein');
    expect(session.signUp).not.toHaveBeenCalled();
  });

  it('refuses a short password with the words of S-9.7, once', async () => {
    const { session, user } = open('/auth?ansicht=registrieren');
    complete('kurz1');
    fill(field('Passwort'), 'kurz1');
    await press(user, 'Registrieren');
    expect(await toast('Passwort zu kurz')).toBe('Passwort zu kurzDas Passwort muss mindestens 6 Zeichen lang sein.');
    expect(session.signUp).not.toHaveBeenCalled();
  });

  it('rates a password, and accepts it all the same', async () => {
    const { session, user } = open('/auth?ansicht=registrieren');
    complete('ida.roth');
    fill(field('Passwort'), 'ida.roth');
    expect(await screen.findByText(/Leicht zu erraten/)).toHaveAttribute('role', 'status');
    await press(user, 'Registrieren');
    await waitFor(() => expect(session.signUp).toHaveBeenCalled());
  });

  it.each([
    ['Passwort', 'weak_password', 'Password should be at least 6 characters.', 'Dieses Passwort ist zu schwach.'],
    ['Passwort', 'validation_failed', 'Password cannot be longer than 72 characters', 'Dieses Passwort ist zu lang.'],
    ['E-Mail', 'user_already_exists', 'User already registered', 'gibt es schon ein Konto'],
  ])('marks the field %s for a refusal of the service: %s', async (label, code, words, text) => {
    const session = fakeSession();
    session.signUp.mockRejectedValue(refusal(code, words));
    const { user } = open('/auth?ansicht=registrieren', session);
    complete();
    await press(user, 'Registrieren');
    expect(await toast('Registrierungsfehler')).toContain(text);
    expect(document.body).not.toHaveTextContent(words);
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(field(label)).toBeInvalid();
    expect(field('Vorname')).toHaveValue('Ida');
  });

  it('gives support an id for a failure without a text', async () => {
    const session = fakeSession();
    session.signUp.mockRejectedValue(refusal('unexpected_failure', 'Database error saving new user'));
    const { user } = open('/auth?ansicht=registrieren', session);
    complete();
    await press(user, 'Registrieren');
    expect(await toast('Registrierungsfehler')).toContain('Ein unerwarteter Fehler ist aufgetreten');
    expect(screen.getByText(/^Support-ID:/)).toHaveTextContent(/[A-Z\d]{4}-[A-Z\d]{4}/);
    expect(document.body).not.toHaveTextContent('Database');
  });

  it('refuses a password that the service would cut off, next to its field', async () => {
    const { user, session } = open('/auth?ansicht=registrieren');
    complete();
    fill(field('Passwort'), 'ä'.repeat(37));
    fill(field('Passwort bestätigen'), 'ä'.repeat(37));
    await press(user, 'Registrieren');
    expect(await toast('Passwort zu lang')).toContain('Dieses Passwort ist zu lang.');
    expect(field('Passwort')).toBeInvalid();
    expect(session.signUp).not.toHaveBeenCalled();
  });
});

describe('forgotten password', () => {
  it('switches the card, takes the address along, and comes back', async () => {
    const { user } = open();
    fill(field('E-Mail'), 'mira@nemus.example');
    await press(user, 'Passwort vergessen?');
    expect(screen.getByRole('heading', { name: 'Passwort zurücksetzen' })).toBeInTheDocument();
    expect(field('E-Mail')).toHaveValue('mira@nemus.example');
    await press(user, 'Zurück');
    expect(screen.getByRole('tab', { name: 'Anmelden', selected: true })).toBeInTheDocument();
  });

  it('sends the link', async () => {
    const { session, user } = open('/auth?ansicht=passwort-vergessen');
    fill(field('E-Mail'), 'mira@nemus.example');
    await press(user, 'Link senden');
    await toast('E-Mail gesendet!');
    expect(session.sendReset).toHaveBeenCalledWith('mira@nemus.example');
  });

  it('reports a failure', async () => {
    const session = fakeSession();
    session.sendReset.mockRejectedValue(refusal('over_email_send_rate_limit', 'For security purposes, wait.'));
    const { user } = open('/auth?ansicht=passwort-vergessen', session);
    fill(field('E-Mail'), 'mira@nemus.example');
    await press(user, 'Link senden');
    expect(await toast('Fehler beim Zurücksetzen des Passworts')).toContain('Es wurden gerade erst E-Mails versandt.');
  });
});

it('keeps the requested page while the view changes', async () => {
  const { portal, user } = open();
  act(() => portal.navigation.redirect('/auth', { returnTo: '/settings', returnFor: null }));
  await user.click(await screen.findByRole('tab', { name: 'Registrieren' }));
  expect(portal.navigation.port.getLocation().state).toEqual({ returnTo: '/settings', returnFor: null });
});

it('says that an address of invitations lacks its link', () => {
  open('/auth?ansicht=registrieren&einladung=');
  expect(screen.getByText('In dieser Adresse fehlt die Einladung')).toBeVisible();
});
