/** @jest-environment ../../jest.browser.mjs */
import { SessionError, type MailLink, type SessionState, type SessionUser } from '@nemus/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, renderPortal } from '../../testing/render-portal';
import { placeAfterLink } from './after-link';
import MailLinkPage from './MailLinkPage';

const HASH = 'a1'.repeat(32);
const MIRA: SessionUser = { id: 'u-1', email: 'mira@nemus.example', metadata: {} };
const IDA: SessionUser = { id: 'u-2', email: 'ida@nemus.example', metadata: {} };
const signedInAs = (user: SessionUser): Partial<SessionState> => ({ status: 'signed-in', user });

function open(type: string, state: Partial<SessionState> = {}, more = '') {
  window.history.replaceState(null, '', `/bestaetigen?token_hash=${HASH}&type=${type}${more}`);
  const session = fakeSession(state);
  const portal = fakePortal(session);
  renderPortal(portal, <MailLinkPage />);
  return { portal, session, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByText(name, { selector: 'button, button span' }));

it.each([
  ['signup', 'Adresse bestätigen', '/'],
  ['recovery', 'Weiter zum neuen Passwort', '/reset-password'],
  ['email_change', 'Adresse bestätigen', '/'],
  ['invite', 'Einladung annehmen', '/reset-password'],
] as const)('does nothing when it is opened, and what %s is for at a click', async (type, button, to) => {
  const { portal, session, user } = open(type);
  expect(session.openLink).not.toHaveBeenCalled();
  await press(user, button);
  await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe(to));
  expect(session.openLink.mock.calls).toEqual([[{ type, tokenHash: HASH }, null]]);
});

it.each(['', 'magiclink', 'reauthentication'])('offers nothing for a link of type "%s"', (type) => {
  open(type);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ungültiger Link');
  expect(screen.queryByRole('button')).toBeNull();
});

it('waits for the session, and reports a silent service', () => {
  const { session } = open('signup', { status: 'loading' });
  expect(screen.queryByText('Adresse bestätigen')).toBeNull();
  session.store.setState({ unreachable: true });
  return waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('nicht erreichbar'));
});

describe('with a session that runs', () => {
  it('names the account and asks; sends the answer with the link', async () => {
    const { session, user } = open('recovery', signedInAs(IDA));
    expect(screen.getByText('Sie sind als ida@nemus.example angemeldet')).toBeInTheDocument();
    expect(screen.queryByText('Weiter zum neuen Passwort')).toBeNull();
    await press(user, 'Abmelden und fortfahren');
    expect(session.openLink).toHaveBeenCalledWith({ type: 'recovery', tokenHash: HASH }, 'u-2');
  });

  it('deletes the unsent input of the account that it signs out, and says so before', async () => {
    window.localStorage.setItem('nemus.logbook.u-2.e-1', '{"note":"F-7K3M"}');
    const { user } = open('signup', signedInAs(IDA));
    expect(screen.getByText(/Entwürfe des jetzigen Kontos gelöscht/)).toBeInTheDocument();
    await press(user, 'Abmelden und fortfahren');
    await waitFor(() => expect(window.localStorage.getItem('nemus.logbook.u-2.e-1')).toBeNull());
  });

  it('keeps the unsent input when the link is of the same account', async () => {
    window.localStorage.setItem('nemus.logbook.u-1.e-1', '{}');
    const { portal, user } = open('signup', signedInAs(MIRA));
    await press(user, 'Abmelden und fortfahren');
    await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe('/'));
    expect(window.localStorage.getItem('nemus.logbook.u-1.e-1')).toBe('{}');
    window.localStorage.clear();
  });

  it('can be kept', () => {
    const { session } = open('signup', signedInAs(IDA));
    expect(screen.getByText('Angemeldet bleiben').closest('a')).toHaveAttribute('href', '/dashboard');
    expect(session.openLink).not.toHaveBeenCalled();
  });

  it('asks again when another account is signed in by now', async () => {
    const { session, user } = open('signup', signedInAs(IDA));
    session.openLink.mockRejectedValueOnce(new SessionError('other_account', 409, null));
    session.store.setState(signedInAs(MIRA));
    await press(user, 'Abmelden und fortfahren');
    expect(await screen.findByText(/inzwischen ein anderes Konto/)).toBeInTheDocument();
    expect(screen.getByText('Sie sind als mira@nemus.example angemeldet')).toBeInTheDocument();
  });
});

it.each([
  ['recovery', 'Neuen Link anfordern', '/auth?ansicht=passwort-vergessen'],
  ['signup', 'Zur Anmeldung', '/auth'],
])('says that a link for %s is used up, and where to get a new one', async (type, label, href) => {
  const { session, user } = open(type);
  session.openLink.mockRejectedValue(new SessionError('otp_expired', 403, 'Email link is invalid or has expired'));
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Ungültiger Link')).toBeInTheDocument();
  expect(screen.getByText(label).closest('a')).toHaveAttribute('href', href);
});

it.each(['network', 'over_request_rate_limit', 'unexpected'])(
  'keeps the link when the answer is %s, and it works later',
  async (code) => {
    const { portal, session, user } = open('signup');
    session.openLink.mockRejectedValueOnce(new SessionError(code, 0, null));
    await press(user, 'Adresse bestätigen');
    expect(await screen.findByText(/nicht geklappt|nicht erreichbar|Zu viele Versuche/)).toBeInTheDocument();
    expect(screen.queryByText('Ungültiger Link')).toBeNull();
    await press(user, 'Adresse bestätigen');
    await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe('/'));
  },
);

it('asks no one to sign out for a new address of the own account, and says what another link does', async () => {
  const { session, user } = open('email_change', { user: MIRA });
  expect(screen.getByText(/Ist es die Adresse dieses Kontos, bleiben Sie angemeldet/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Abmelden und fortfahren' })).toBeNull();
  await press(user, 'Adresse bestätigen');
  await waitFor(() => expect(session.openLink).toHaveBeenCalledWith(expect.anything(), MIRA.id));
});

it('says that the other mailbox must confirm as well', async () => {
  const { session, user } = open('email_change');
  session.openLink.mockResolvedValue({ kind: 'half' });
  await press(user, 'Adresse bestätigen');
  expect(await screen.findByText('Diese Adresse ist bestätigt')).toBeInTheDocument();
  expect(screen.getByText(/E-Mail an die andere Adresse/)).toBeInTheDocument();
});

describe('the place after a link', () => {
  it.each(['recovery', 'invite'] satisfies MailLink['type'][])(
    'records for which account %s has proven the mailbox',
    (type) => {
      expect(placeAfterLink(type, MIRA)).toEqual({ to: '/reset-password', state: { provenBy: 'u-1' } });
    },
  );

  it('is not taken from the address', async () => {
    const { portal, user } = open('signup', {}, '&redirect_to=https%3A%2F%2Fevil.example%2F&next=//evil.example');
    await press(user, 'Adresse bestätigen');
    await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe('/'));
    expect(window.location.host).toBe('localhost');
  });
});
