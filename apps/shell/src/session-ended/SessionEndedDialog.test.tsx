/** @jest-environment ../../jest.browser.mjs */
import { SessionError } from '@nemus/session';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { LateSignInAgain } from '../pages/auth/late-auth';
import { fakePortal, fakeSession, renderPortal } from '../testing/render-portal';
import { SessionEndedDialog } from './SessionEndedDialog';

const USER = { id: 'u-1', email: 'mira@nemus.example', metadata: {} };

beforeAll(() => LateSignInAgain.prepare());

function open() {
  const session = fakeSession({ status: 'signed-in', user: USER });
  const leave = jest.fn(() => Promise.resolve());
  renderPortal({ ...fakePortal(session), leave }, <SessionEndedDialog />);
  return { ...session, leave };
}

it('is not shown while the session is valid', () => {
  open();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks for the password of the account, and reports errors', async () => {
  const session = open();
  act(() => session.store.setState({ ended: true }));
  expect(screen.getByText('Ihre Sitzung ist abgelaufen')).toBeInTheDocument();
  session.signIn.mockRejectedValueOnce(new SessionError('invalid_credentials', 400, 'Invalid login credentials'));
  fireEvent.change(screen.getByLabelText('Passwort'), { target: { value: 'falsch' } });
  fireEvent.click(screen.getByText('Wieder anmelden'));
  await waitFor(() => expect(session.signIn).toHaveBeenCalledWith('mira@nemus.example', 'falsch'));
  // The toast and the alert in the dialog.
  expect(await screen.findAllByText(/passen nicht zusammen/)).toHaveLength(2);
  // One message for the event, that of the sign-in page, however often it happens.
  session.signIn.mockRejectedValueOnce(new SessionError('invalid_credentials', 400, 'Invalid login credentials'));
  fireEvent.click(screen.getByText('Wieder anmelden'));
  await waitFor(() => expect(session.signIn).toHaveBeenCalledTimes(2));
  await waitFor(() =>
    expect(screen.getByLabelText('Meldungen')).toHaveTextContent(
      /^AnmeldefehlerE-Mail-Adresse und Passwort passen nicht zusammen\. Bitte prüfen Sie Ihre Eingabe\.$/,
    ),
  );

  act(() => session.store.setState({ ended: false }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('hides the page below, and shows it again after the sign-in', async () => {
  const page = document.createElement('div');
  page.textContent = 'Notiz zu F-7K3M';
  document.body.append(page);
  const session = open();
  expect(page).toBeVisible();
  act(() => session.store.setState({ ended: true }));
  expect(page).not.toBeVisible();
  expect(screen.getByText('Ihre Sitzung ist abgelaufen')).toBeVisible();
  act(() => session.store.setState({ ended: false }));
  await waitFor(() => expect(page).toBeVisible());
  page.remove();
});

it('signs out for another account, with the questions of a sign-out', () => {
  const session = open();
  act(() => session.store.setState({ ended: true }));
  fireEvent.click(screen.getByText('Mit einem anderen Konto anmelden'));
  expect(session.leave).toHaveBeenCalledTimes(1);
});
