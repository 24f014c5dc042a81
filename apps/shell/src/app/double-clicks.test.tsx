/** @jest-environment ../../jest.browser.mjs */
import type { ReactNode } from 'react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { OverrideSection } from '../diagnosis/override/OverrideSection';
import { PortalSidebar } from '../frame/PortalSidebar';
import { ResendConfirmation } from '../pages/auth/ResendConfirmation';
import { ResetRequestForm } from '../pages/auth/ResetRequestForm';
import { SignInForm } from '../pages/auth/SignInForm';
import { SignUpForm } from '../pages/auth/SignUpForm';
import MailLinkPage from '../pages/mail-link/MailLinkPage';
import { NewPasswordForm } from '../pages/reset-password/NewPasswordForm';
import { AccountBlockedPage } from '../pages/StatusPages';
import type { Portal } from '../portal/portal';
import { fakePortal, fakeSession, fill, renderPortal } from '../testing/render-portal';

const NOTHING = () => undefined;
const EMAIL = 'mira@nemus.example';

type Session = ReturnType<typeof fakeSession>;
interface Case {
  readonly page: ReactNode;
  readonly address?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly button: string;
  /** A spy that must be called once; it never resolves. */
  readonly writes: (session: Session, portal: { take: jest.Mock; leave: jest.Mock }) => jest.Mock;
}

const never = () => new Promise<never>(() => undefined);
const PASSWORD = 'ein-langes-Passwort-9';

/** Every writing action of the shell. Areas have one way to write, enforced by lint: `useAction`. */
const CASES: Readonly<Record<string, Case>> = {
  'signing in': {
    page: <SignInForm email={EMAIL} onEmail={NOTHING} onForgotten={NOTHING} />,
    values: { Passwort: 'geheim' },
    button: 'Anmelden',
    writes: ({ signIn }) => signIn,
  },
  'signing up': {
    page: <SignUpForm email={EMAIL} onEmail={NOTHING} />,
    values: { Vorname: 'Ida', Nachname: 'Roth', Passwort: PASSWORD, 'Passwort bestätigen': PASSWORD },
    button: 'Registrieren',
    writes: ({ signUp }) => signUp,
  },
  'asking for a new password': {
    page: <ResetRequestForm email={EMAIL} onEmail={NOTHING} onBack={NOTHING} />,
    button: 'Link senden',
    writes: ({ sendReset }) => sendReset,
  },
  'setting a new password': {
    page: <NewPasswordForm email={EMAIL} asksCurrent={false} />,
    values: { 'Neues Passwort': PASSWORD, 'Passwort bestätigen': PASSWORD },
    button: 'Passwort aktualisieren',
    writes: ({ updatePassword }) => updatePassword,
  },
  'sending the confirmation again': {
    page: <ResendConfirmation email={EMAIL} />,
    button: 'Bestätigungslink erneut senden',
    writes: ({ resendConfirmation }) => resendConfirmation,
  },
  'opening the link of a mail': {
    page: <MailLinkPage />,
    address: `/bestaetigen?token_hash=${'a1'.repeat(32)}&type=signup`,
    button: 'Adresse bestätigen',
    writes: ({ openLink }) => openLink,
  },
  'signing out': {
    page: (
      <PortalSidebar
        menu={[]}
        mobile={false}
        onSearch={null}
        state={{
          collapsed: false,
          toggle: NOTHING,
          drawerOpen: false,
          openDrawer: NOTHING,
          closeDrawer: NOTHING,
        }}
      />
    ),
    button: 'Abmelden',
    writes: (_session, { leave }) => leave,
  },
  'signing out of a blocked account': {
    page: <AccountBlockedPage />,
    button: 'Abmelden',
    writes: (_session, { leave }) => leave,
  },
  'taking an override': {
    page: <OverrideSection />,
    values: { 'Zeile der Kommandozeile': '{}' },
    button: 'Umleitung starten',
    writes: (_session, { take }) => take,
  },
};

function open({ page, address = '/auth' }: Case) {
  window.history.replaceState(null, '', address);
  const session = fakeSession();
  const portal = fakePortal(session);
  const calls = {
    take: jest.fn(never),
    leave: jest.fn(never),
  };
  const running: Portal = {
    ...portal,
    leave: calls.leave,
    overrides: { ...portal.overrides, take: calls.take },
  };
  renderPortal(running, page);
  return { session, calls };
}

it.each(Object.entries(CASES))('%s starts once at a double click', async (_name, given) => {
  const { session, calls } = open(given);
  for (const [label, value] of Object.entries(given.values ?? {})) {
    fill(screen.getByLabelText(label, { selector: 'input, textarea' }), value);
  }
  const spy = given.writes(session, calls);
  spy.mockImplementation(never);
  const button = await screen.findByRole('button', { name: given.button });
  // Both clicks happen before a render.
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await waitFor(() => expect(spy).toHaveBeenCalledTimes(1));
  await act(async () => undefined);
  expect(spy).toHaveBeenCalledTimes(1);
});
