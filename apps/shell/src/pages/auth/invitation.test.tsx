/** @jest-environment ../../jest.browser.mjs */
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { fakePortal, fakeSession, fill, renderPortal } from '../../testing/render-portal';
import { authViewSearch, readInvitationToken } from './auth-view';
import { AuthPage } from './AuthPage';

const TOKEN = 'a1'.repeat(32);
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });

function open(invitation: Awaited<ReturnType<ReturnType<typeof fakeSession>['findInvitation']>>) {
  window.history.replaceState(null, '', `/auth?ansicht=registrieren&einladung=${TOKEN}`);
  const session = fakeSession();
  session.findInvitation.mockResolvedValue(invitation);
  renderPortal(fakePortal(session), <AuthPage />);
  return { session, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

describe('the address of an invitation', () => {
  it('keeps the token in every view', () => {
    expect(authViewSearch('sign-in', TOKEN)).toBe(`?einladung=${TOKEN}`);
    expect(authViewSearch('sign-up', TOKEN)).toBe(`?ansicht=registrieren&einladung=${TOKEN}`);
    expect(authViewSearch('sign-in')).toBe('');
  });
  it.each(['', '?einladung=', '?einladung=nope', `?einladung=${TOKEN}x`])('reads no token from "%s"', (search) =>
    expect(readInvitationToken(search)).toBeNull(),
  );
});

it('says who invites, fills in the person, and sends the token with the registration', async () => {
  const { session, user } = open({
    institutionName: 'Praxis am Park',
    firstName: 'Mira',
    lastName: 'Sommer',
    email: 'mira@nemus.example',
  });
  expect(await screen.findByText('Praxis am Park lädt Sie ein')).toBeInTheDocument();
  expect(session.findInvitation).toHaveBeenCalledWith(TOKEN);
  expect(field('Vorname')).toHaveValue('Mira');
  expect(field('E-Mail')).toHaveValue('mira@nemus.example');
  fill(field('Passwort'), 'wald-und-wiese-7');
  fill(field('Passwort bestätigen'), 'wald-und-wiese-7');
  await user.click(screen.getByText('Registrieren', { selector: 'form button, form button span' }));
  await waitFor(() =>
    expect(session.signUp).toHaveBeenCalledWith(expect.objectContaining({ userType: 'piw', invitationToken: TOKEN })),
  );
});

it('says that a link leads nowhere any more, and lets people sign up all the same', async () => {
  open(null);
  expect(await screen.findByText('Diese Einladung gilt nicht mehr')).toBeInTheDocument();
  expect(field('Vorname')).toBeEnabled();
});
