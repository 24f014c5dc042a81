/** @jest-environment ../../jest.browser.mjs */
import { createDataClient } from '@nemus/data';
import { SESSION_KEY } from '@nemus/start';
import { waitFor } from '@testing-library/react';
import { createAccount } from './create-account';

const backend = { url: 'http://backend.test', publishableKey: 'sb_publishable_test' };
const BLOCKED = { code: 'PT403', message: 'account_blocked', hint: 'account_blocked', details: null };
const PROFILE_ROW = {
  user_id: 'u-1',
  user_type: 'piw',
  first_name: 'Mira',
  last_name: 'Sander',
  institution_name: null,
  email: 'mira@nemus.example',
  nemus_staff: [],
};

/** A page with a stored session; the backend refuses the paths in `refused` to this account. */
async function open() {
  const hour = Math.floor(Date.now() / 1000) + 3600;
  const user = { id: 'u-1', email: 'mira@nemus.example', user_metadata: {}, app_metadata: {}, aud: '', created_at: '' };
  const stored = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at: hour };
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...stored, user }));
  const refused: Record<string, object> = {};
  const asked: string[] = [];
  const clientFetch: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    asked.push(pathname);
    if (search.includes('slow')) {
      return new Promise((_answer, giveUp) => {
        init?.signal?.addEventListener('abort', () => giveUp(new DOMException('The read was aborted.', 'AbortError')));
      });
    }
    const found = Object.entries(refused).find(([path]) => pathname.endsWith(path));
    return Promise.resolve(
      found
        ? Response.json(found[1], { status: 403 })
        : Response.json(pathname.endsWith('nemus_profiles') ? PROFILE_ROW : []),
    );
  };
  const account = createAccount({
    backend,
    code: () => Promise.resolve({ createDataClient }),
    fetch: () => Promise.reject(new Error('the sign-in service is not called')),
    clientFetch,
    onProfileError: () => undefined,
  });
  await waitFor(() => expect(account.session.store.getState().profileStatus).toBe('ready'));
  asked.length = 0;
  return { ...account, refused, asked, status: () => account.session.store.getState().profileStatus };
}

// The client warns of a second instance on the same page, as in the second test.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => localStorage.clear());

it.each([
  ['the database', BLOCKED],
  ['a function', { error: { code: 'account_blocked', message: 'Ihr Konto ist gesperrt.' } }],
])('recognises a blocked account by a refusal of %s, whichever request it was', async (_whose, body) => {
  const { clients, session, refused, asked, status } = await open();
  Object.assign(refused, { nemus_prices: body, nemus_profiles: BLOCKED });
  const client = await clients.own();
  await Promise.all([client.from('nemus_prices').select('item'), client.from('nemus_prices').select('item')]);
  await waitFor(() => expect(status()).toBe('blocked'));
  await client.from('nemus_prices').select('item');
  // Its own and later refusals cause no further request.
  expect(asked.filter((path) => path.endsWith('nemus_profiles'))).toHaveLength(1);
  await session.dispose();
});

it('trusts the profile: an old or different refusal blocks no account', async () => {
  const { clients, session, refused, asked, status } = await open();
  refused['nemus_prices'] = BLOCKED;
  const client = await clients.own();
  await client.from('nemus_prices').select('item');
  await waitFor(() => expect(asked.at(-1)).toMatch(/nemus_profiles$/));
  await waitFor(() => expect(status()).toBe('ready'));
  asked.length = 0;
  refused['nemus_prices'] = { ...BLOCKED, message: 'no', hint: 'staff_required' };
  const { error } = await client.from('nemus_prices').select('item');
  // The caller can still read the answer.
  expect(error?.hint).toBe('staff_required');
  expect(asked).toHaveLength(1);
  await session.dispose();
});

it('gives up the reads of an account that signs out, and nothing that it has changed', async () => {
  const { clients, session } = await open();
  const client = await clients.own();
  const read = client.from('nemus_prices').select('item').eq('item', 'slow');
  const change = client.rpc('nemus_first_visit');
  const both = Promise.all([read, change]);
  await session.signOut();
  const [given, kept] = await both;
  expect(given.error?.message).toMatch(/abort/i);
  expect(kept.error).toBeNull();
  // A read that waits for its token is not sent either.
  const late = await client.from('nemus_prices').select('item');
  expect(late.error).not.toBeNull();
  await session.dispose();
});
