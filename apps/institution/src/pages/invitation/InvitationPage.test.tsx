/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing';
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import app from '../../app';

const TOKEN = 'a1'.repeat(32);
const INVITATION = {
  institution_name: 'Praxis am Park',
  first_name: 'Mira',
  last_name: 'Sommer',
  email: 'mira@nemus.example',
  acceptance: 'possible',
};
const ACCEPT = 'rpc/nemus_accept_invitation';
const DECLINE = 'rpc/nemus_decline_invitation';
const pages = pagesUnderTest(app);

async function open(found: () => unknown, accept: () => unknown = () => ({ institution_name: 'Praxis am Park' })) {
  const { ports } = await pages.open(
    `/einladung?einladung=${TOKEN}`,
    { 'rpc/nemus_invitation': found, [ACCEPT]: accept, [DECLINE]: () => json(200, null) },
    { profile: fakeProfile('piw', { email: 'paul@nemus.example' }) },
  );
  const path = () => ports.navigation.getLocation().pathname + ports.navigation.getLocation().search;
  return { ports, path, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}
const press = (name: string) => screen.findByText(name, { selector: 'button, button *, a, a *' });
const answers = () => [...pages.asked(ACCEPT), ...pages.asked(DECLINE)];

beforeEach(() => localStorage.clear());

it('names the institution and what it will see, and has no effect when opened', async () => {
  await open(() => INVITATION);
  expect(await screen.findByText('Einladung von Praxis am Park', { selector: 'h1' })).toBeInTheDocument();
  expect(screen.getByText('Ihren Stand in Theorie, Praxis und E-Learning')).toBeInTheDocument();
  expect(screen.getByText('Ihren Fortschritt in den sechs Kompetenzen')).toBeInTheDocument();
  expect(
    screen.getByText(/^Nicht sichtbar sind Ihre Entwürfe im Logbuch, Ihre Notizen zur Selbsterfahrung/),
  ).toBeInTheDocument();
  expect(screen.getByText(/^Ihr Logbuch, was Sie zu ihr eingereicht haben: .* Ihre Notiz/)).toBeInTheDocument();
  expect(screen.getByText(/^Ihre gewählten Anforderungen, und welcher Anteil/)).toBeInTheDocument();
  expect(await pages.sent('rpc/nemus_invitation')).toEqual([{ p_token: TOKEN }]);
  expect(answers()).toEqual([]);
});

it.each([
  ['Annehmen', ACCEPT, 'Einladung angenommen'],
  ['Ablehnen', DECLINE, 'Einladung abgelehnt'],
] as const)('%s sends that answer once, and leads to the dashboard', async (button, call, told) => {
  const { ports, path, user } = await open(() => INVITATION);
  await user.dblClick(await press(button));
  await waitFor(() => expect(ports.toasts()).toEqual([expect.objectContaining({ kind: 'success', title: told })]));
  expect(await pages.sent(call)).toEqual([{ p_token: TOKEN }]);
  expect(answers()).toHaveLength(1);
  expect(path()).toBe('/dashboard');
  // The shell reads this: the page is no longer the first one after a sign-in.
  expect(localStorage.getItem('nemus-invitation-settled')).toBe(TOKEN);
});

it('shows why an answer was refused, and another try is possible', async () => {
  const refused = json(404, { code: 'PT404', message: 'no', hint: 'invitation_invalid' });
  const accept = jest.fn<unknown, []>(() => ({ institution_name: null })).mockReturnValueOnce(refused);
  const { ports, path, user } = await open(() => INVITATION, accept);
  await user.click(await press('Annehmen'));
  expect(await screen.findByText('Ihre Antwort wurde nicht gespeichert')).toBeInTheDocument();
  expect(path()).toMatch(/^\/einladung/);
  await user.click(await press('Annehmen'));
  await waitFor(() => expect(ports.toasts()).toHaveLength(1));
});

it.each([
  ['other_address', /bitten Sie die Weiterbildungsstätte um eine neue an paul@nemus\.example/],
  ['institution_account', /Einladungen sind für Psychotherapeut\*innen in Weiterbildung/],
] as const)('an account with %s reads whose it is, masked, and what to do', async (acceptance, advice) => {
  const invitation = { ...INVITATION, acceptance, email: 'm•••@nemus.example', first_name: '', last_name: '' };
  const { ports, path, user } = await open(() => invitation);
  expect(await screen.findByText(/Diese Einladung ging an m•••@nemus\.example/)).toBeInTheDocument();
  expect(screen.getByText(advice)).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
  await user.click(await press('Mit anderem Konto anmelden'));
  expect(ports.session.signOuts()).toBe(1);
  // From here the guard redirects to the sign-in, without waiting for the server.
  expect(path()).toBe(`/einladung?einladung=${TOKEN}&kontowechsel=1`);
});

it('an account that is linked already has nothing to answer', async () => {
  await open(() => ({ ...INVITATION, acceptance: 'already_linked' }));
  expect(await screen.findByText(/ist mit Praxis am Park bereits verbunden/)).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
});

it('says that a link is no longer valid', async () => {
  await open(() => json(200, null));
  expect(await screen.findByText('Diese Einladung gilt nicht mehr')).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
});

it('reports a failed request, and retries', async () => {
  const found = jest.fn<unknown, []>(() => INVITATION).mockReturnValueOnce(json(503, { message: 'down' }));
  const { user } = await open(found);
  expect(await screen.findByText('Ihre Einladung kann gerade nicht angezeigt werden')).toBeInTheDocument();
  await user.click(await press('Erneut versuchen'));
  expect(await press('Annehmen')).toBeInTheDocument();
});
