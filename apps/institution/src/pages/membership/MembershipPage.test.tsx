/** @jest-environment ../../jest.browser.mjs */
import { fakeProfile } from '@nemus/testing';
import { json } from '@nemus/testing/jest';
import { pagesUnderTest } from '@nemus/testing/pages';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import app from '../../app';

const TOKEN = 'b2'.repeat(32);
const INVITATION = {
  institution_name: 'Praxis am Park',
  inviter: 'Iris Institut',
  roles: ['booking', 'reading'],
  email: 'bo@nemus.example',
  expires_at: '2026-12-07T10:00:00Z',
  acceptance: 'possible',
};

const FIND = 'rpc/nemus_member_invitation';
const ACCEPT = 'rpc/nemus_accept_membership';
const DECLINE = 'rpc/nemus_decline_membership';
const pages = pagesUnderTest(app);

async function open(found: () => unknown, answer?: () => unknown, isVisitor = false) {
  const { ports } = await pages.open(
    `/mitglied-werden?link=${TOKEN}`,
    {
      [FIND]: found,
      [ACCEPT]: answer ?? (() => ({ institution_name: 'Praxis am Park' })),
      [DECLINE]: answer ?? (() => json(200, null)),
    },
    isVisitor ? { access: 'public' } : { profile: fakeProfile('institution') },
  );
  return { ports, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}
const press = (name: string) => screen.findByText(name, { selector: 'button, button *, a, a *' });

beforeEach(() => localStorage.clear());

it('names institution, inviter and roles, and does nothing by being opened', async () => {
  await open(() => INVITATION);
  expect(await screen.findByText('Für Praxis am Park handeln', { selector: 'h1' })).toBeInTheDocument();
  expect(screen.getByText(/^Iris Institut lädt Sie ein/)).toBeInTheDocument();
  expect(screen.getByText(/verwaltet PiW, lädt sie ein/)).toBeInTheDocument();
  expect(pages.requests().map(({ url }) => new URL(url).pathname)).toEqual([`/rest/v1/${FIND}`]);
});

it.each([
  ['Annehmen', ACCEPT, 'Einladung angenommen', 1],
  ['Ablehnen', DECLINE, 'Einladung abgelehnt', 0],
] as const)('%s sends that answer once, and leads to the dashboard', async (button, call, told, reloads) => {
  const { ports, user } = await open(() => INVITATION);
  await user.dblClick(await press(button));
  await waitFor(() => expect(ports.toasts()).toEqual([expect.objectContaining({ kind: 'success', title: told })]));
  expect([...pages.asked(ACCEPT), ...pages.asked(DECLINE)]).toHaveLength(1);
  expect(pages.asked(call)).toHaveLength(1);
  expect(ports.session.reloads()).toBe(reloads);
  expect(ports.navigation.getLocation().pathname).toBe('/dashboard');
  expect(localStorage.getItem('nemus-membership-settled')).toBe(TOKEN);
});

it('shows why an answer was refused, and stays', async () => {
  const { ports, user } = await open(
    () => INVITATION,
    () => json(404, { code: 'PT404', message: 'no', hint: 'no' }),
  );
  await user.click(await press('Annehmen'));
  expect(await screen.findByText('Ihre Antwort wurde nicht gespeichert')).toBeInTheDocument();
  expect(ports.navigation.getLocation().pathname).toBe('/mitglied-werden');
});

it('leads a visitor to the sign-in or sign-up with the invited address, and back', async () => {
  await open(() => ({ ...INVITATION, acceptance: 'signed_out' }), undefined, true);
  await screen.findByText(/^Registrieren Sie sich mit bo@nemus\.example/);
  expect(pages.requests()[0]?.headers.get('authorization') ?? '').not.toContain('fake-access-token');
  expect((await press('Registrieren')).closest('a')).toHaveAttribute(
    'href',
    `/auth?ansicht=registrieren&mitglied=${TOKEN}`,
  );
  expect((await press('Anmelden')).closest('a')).toHaveAttribute('href', `/auth?mitglied=${TOKEN}`);
  expect(screen.queryByText('Annehmen')).toBeNull();
});

it.each([
  ['other_address', /Gehört Ihnen die Adresse b•••@nemus\.example/],
  ['trainee_account', /Für eine Weiterbildungsstätte handelt nur, wer ein Konto dieser Art hat/],
] as const)('an account with %s reads why not, and can change', async (acceptance, words) => {
  const { ports, user } = await open(() => ({ ...INVITATION, acceptance, email: 'b•••@nemus.example' }));
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByText('Annehmen')).toBeNull();
  await user.click(await press('Mit anderem Konto anmelden'));
  expect(ports.session.signOuts()).toBe(1);
});

it('says that a link is no longer valid', async () => {
  await open(() => json(200, null));
  expect(await screen.findByText('Diese Einladung gilt nicht mehr')).toBeInTheDocument();
});
