/** @jest-environment ../../jest.browser.mjs */
import { DataError } from '@nemus/data';
import { SessionError, type DeletionTerms, type SessionState } from '@nemus/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../../testing/render-portal';
import DeleteAccountPage from './DeleteAccountPage';

const SIGNED_IN: Partial<SessionState> = {
  status: 'signed-in',
  user: { id: 'u-1', email: 'mira@nemus.example', metadata: {} },
};
const TERMS: DeletionTerms = {
  hasPurchases: false,
  keepUntil: null,
  credits: 0,
  places: 0,
  trainees: 0,
  blockedBy: null,
};

function open(terms: Partial<DeletionTerms> = {}, state: Partial<SessionState> = SIGNED_IN) {
  window.history.replaceState(null, '', '/konto-loeschen');
  const session = fakeSession(state);
  session.deletionTerms.mockResolvedValue({ ...TERMS, ...terms });
  const portal = fakePortal(session);
  renderPortal(portal, <DeleteAccountPage />);
  return { portal, session, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}
const password = () => screen.findByLabelText('Passwort', { selector: 'input' });

it('says what is deleted and what stays, and deletes only with the password', async () => {
  const { portal, session, user } = open({ places: 2, credits: 1, hasPurchases: true, keepUntil: '2034-12-31' });
  expect(await screen.findByText('2 Plätze bei kommenden Terminen werden frei.')).toBeInTheDocument();
  expect(screen.getByText('1 Credit verfallen.')).toBeInTheDocument();
  expect(screen.getByText(/^Rechnungen und Bestellungen bewahren wir bis 31\.12\.2034 auf/)).toBeInTheDocument();
  await user.click(screen.getByText('Konto endgültig löschen'));
  expect(await screen.findByText('Bitte geben Sie Ihr Passwort ein.')).toBeInTheDocument();
  expect(session.deleteAccount).not.toHaveBeenCalled();
  fill(await password(), 'geheim');
  await user.click(screen.getByText('Konto endgültig löschen'));
  await waitFor(() => expect(session.deleteAccount).toHaveBeenCalledWith('geheim'));
  await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe('/auth'));
});

it('shows a wrong password at its field, and other obstacles as text', async () => {
  const { session, user } = open();
  session.deleteAccount.mockRejectedValueOnce(
    new SessionError('invalid_credentials', 400, 'Invalid login credentials'),
  );
  fill(await password(), 'falsch');
  await user.click(screen.getByText('Konto endgültig löschen'));
  expect(await screen.findByText('Das Passwort stimmt nicht.')).toBeInTheDocument();
  session.deleteAccount.mockRejectedValueOnce(new DataError('last_staff', 'Sie vergeben als Einzige*r …', 409));
  await user.click(screen.getByText('Konto endgültig löschen'));
  expect(await screen.findByText('Sie vergeben als Einzige*r …')).toBeInTheDocument();
});

it('has no button while something keeps the account', async () => {
  open({ blockedBy: 'subscription_running' });
  expect(await screen.findByText(/^Ihr Abonnement läuft noch/)).toBeInTheDocument();
  expect(screen.queryByText('Konto endgültig löschen')).toBeNull();
});

it('redirects visitors to the sign-in', () => {
  open({}, {});
  expect(screen.getByRole('link', { name: 'Zur Anmeldung' })).toHaveAttribute('href', '/auth');
});
