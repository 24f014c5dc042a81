/** @jest-environment ../../jest.browser.mjs */
import { SessionError } from '@nemus/session';
import { screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../testing/render-portal';
import { SIGNED_IN } from '@nemus/host/testing/samples';
import ProvePasswordDialog from './ProvePasswordDialog';

function open() {
  const session = fakeSession(SIGNED_IN);
  const portal = fakePortal(session);
  const asked = portal.proof.ask();
  renderPortal(portal, <ProvePasswordDialog />);
  return { portal, session, asked, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}
const password = () => screen.findByLabelText('Passwort', { selector: 'input' });

it('tells the area once the password was right', async () => {
  const { session, asked, user } = open();
  session.provePassword.mockRejectedValueOnce(new SessionError('invalid_credentials', 400, 'Invalid credentials'));
  fill(await password(), 'falsch');
  await user.click(screen.getByText('Bestätigen'));
  expect(await screen.findByText('Das Passwort stimmt nicht.')).toBeInTheDocument();
  fill(await password(), 'geheim');
  await user.click(screen.getByText('Bestätigen'));
  await expect(asked).resolves.toBe(true);
  expect(session.provePassword.mock.calls).toEqual([['falsch'], ['geheim']]);
});

it('tells the area that it was not given', async () => {
  const { portal, session, asked, user } = open();
  await user.click(await screen.findByText('Abbrechen'));
  await expect(asked).resolves.toBe(false);
  expect(portal.proof.store.getState().isOpen).toBe(false);
  expect(session.provePassword).not.toHaveBeenCalled();
});
