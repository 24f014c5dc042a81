/** @jest-environment ../../jest.browser.mjs */
import { SessionError } from '@nemus/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { AuthPage } from '../pages/auth/AuthPage';
import { fakePortal, fakeSession, renderPortal } from '../testing/render-portal';
import { drawPortal, prepareAuth } from '../view';
import { createFirstForm, FirstFormProvider } from './first-form';
import { findPageForm } from './page-form';
import type { TypedSignIn } from './typed-sign-in';

const TYPED: TypedSignIn = {
  email: 'mira@nemus.example',
  password: 'geheim',
  focus: { place: 'password', selection: [1, 3] },
  isSent: false,
  attempt: null,
};

beforeAll(() => prepareAuth());

function open(typed: Partial<TypedSignIn>) {
  window.history.replaceState(null, '', '/auth');
  const session = fakeSession();
  const firstForm = createFirstForm({ ...TYPED, ...typed });
  renderPortal(
    fakePortal(session),
    <StrictMode>
      <FirstFormProvider value={firstForm}>
        <AuthPage />
      </FirstFormProvider>
    </StrictMode>,
  );
  return { session, firstForm, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });

it('continues at the user’s position, and keeps nothing', async () => {
  const { session, firstForm, user } = open({});
  expect(field('E-Mail')).toHaveValue('mira@nemus.example');
  expect(field('Passwort')).toHaveValue('geheim');
  expect(field('Passwort')).toHaveFocus();
  expect([field('Passwort').selectionStart, field('Passwort').selectionEnd]).toEqual([1, 3]);
  expect(session.signIn).not.toHaveBeenCalled();
  expect(firstForm.read()).toBeNull();
  // A form that is rendered again has the address, as usual, but no password.
  await user.click(screen.getByRole('tab', { name: 'Registrieren' }));
  await user.click(screen.getByRole('tab', { name: 'Anmelden' }));
  expect(field('E-Mail')).toHaveValue('mira@nemus.example');
  expect(field('Passwort')).toHaveValue('');
});

it('draws with the fields of the page’s form', () => {
  window.history.replaceState(null, '', '/auth');
  document.documentElement.dataset.start = 'sign-in';
  document.body.innerHTML = `<div id="portal"><form id="first-form">
    <input type="email"><input type="password"><button type="submit"></button></form></div>`;
  const form = findPageForm(document);
  const container = document.getElementById('portal');
  if (!form || !container) throw new Error('The page has no form.');
  form.fields.email.value = 'mira@nemus.example';
  form.fields.password.value = 'geheim';
  let end: () => void = () => undefined;
  act(() => {
    end = drawPortal(container, fakePortal(), form);
  });
  expect(field('E-Mail')).toBe(form.fields.email);
  expect(field('Passwort')).toBe(form.fields.password);
  expect([field('E-Mail').value, field('Passwort').value]).toEqual(['mira@nemus.example', 'geheim']);
  expect(document.createElement('input')).not.toBe(form.fields.email);
  act(end);
});

it.each(['email', 'submit'] as const)('finds the place %s again', (place) => {
  open({ focus: { place, selection: null } });
  expect(document.activeElement).toHaveAttribute(place === 'email' ? 'name' : 'type', place);
});

it('sends a form that was submitted but not answered', async () => {
  const { session } = open({ isSent: true });
  await waitFor(() => expect(session.signIn.mock.calls).toEqual([['mira@nemus.example', 'geheim']]));
});

it('says what is missing in a submitted form', async () => {
  const { session } = open({ isSent: true, password: '', focus: null });
  expect(await screen.findByText('Bitte geben Sie Ihr Passwort ein.')).toBeInTheDocument();
  expect(session.signIn).not.toHaveBeenCalled();
});

it('waits for a running sign-in, starts no other, and reports its result', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const attempt = new Promise<void>((_resolve, reject) => (refuse = reject));
  const { session } = open({ isSent: true, attempt });
  await waitFor(() => expect(document.querySelector('form button[aria-busy="true"]')).toHaveTextContent('Anmelden'));
  refuse(new SessionError('invalid_credentials', 400, 'Invalid login credentials'));
  await within(screen.getByLabelText('Meldungen')).findByText('Anmeldefehler');
  expect(session.signIn).not.toHaveBeenCalled();
  expect(field('Passwort')).toHaveValue('geheim');
});
