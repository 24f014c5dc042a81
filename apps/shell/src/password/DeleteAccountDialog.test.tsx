/** @jest-environment ../../jest.browser.mjs */
import { DataError } from '@nemus/data';
import { SessionError } from '@nemus/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../testing/render-portal';
import { SIGNED_IN } from '@nemus/host/testing/samples';
import DeleteAccountDialog from './DeleteAccountDialog';

function open() {
  const session = fakeSession(SIGNED_IN);
  const portal = fakePortal(session);
  const asked = portal.deletion.ask();
  renderPortal(portal, <DeleteAccountDialog />);
  return { portal, session, asked, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}
const password = () => screen.findByLabelText('Passwort', { selector: 'input' });
const remove = () => screen.getByText('Konto endgültig löschen');

it('deletes only with the password, and tells the area', async () => {
  const { portal, session, asked, user } = open();
  expect(portal.deletion.store.getState().isOpen).toBe(true);
  await user.click(remove());
  expect(await screen.findByText('Bitte geben Sie Ihr Passwort ein.')).toBeInTheDocument();
  expect(session.deleteAccount).not.toHaveBeenCalled();
  fill(await password(), 'geheim');
  await user.click(remove());
  await expect(asked).resolves.toBe(true);
  expect(session.deleteAccount.mock.calls).toEqual([['geheim']]);
  await waitFor(() => expect(portal.navigation.port.getLocation().pathname).toBe('/auth'));
});

it('shows a wrong password at its field, and other obstacles as text', async () => {
  const { session, user } = open();
  session.deleteAccount.mockRejectedValueOnce(new SessionError('invalid_credentials', 400, 'Invalid credentials'));
  fill(await password(), 'falsch');
  await user.click(remove());
  expect(await screen.findByText('Das Passwort stimmt nicht.')).toBeInTheDocument();
  session.deleteAccount.mockRejectedValueOnce(new DataError('last_staff', 'Sie vergeben als Einzige*r …', 409));
  await user.click(remove());
  expect(await screen.findByText('Sie vergeben als Einzige*r …')).toBeInTheDocument();
});

it('keeps the account when the question is closed', async () => {
  const { portal, session, asked, user } = open();
  await user.click(screen.getByText('Konto behalten'));
  await expect(asked).resolves.toBe(false);
  expect(portal.deletion.store.getState().isOpen).toBe(false);
  expect(session.deleteAccount).not.toHaveBeenCalled();
});
