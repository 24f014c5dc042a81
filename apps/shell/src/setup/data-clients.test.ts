import { createDataClient } from '@nemus/data';
import { createDataClients } from './data-clients';

const backend = { url: 'http://backend.test', publishableKey: 'sb_publishable_test' };

function made() {
  const code = jest.fn(() => Promise.resolve({ createDataClient }));
  const sent: [address: string, token: string | null][] = [];
  const answer: typeof fetch = (input, init) => {
    sent.push([String(input), new Headers(init?.headers).get('authorization')]);
    return Promise.resolve(Response.json([]));
  };
  let userId = 'u-1';
  const clients = createDataClients({
    backend,
    code,
    account: () => userId,
    accessToken: () => Promise.resolve(userId === 'u-1' ? 'one' : 'two'),
    fetch: answer,
  });
  return { clients, sent, code, signIn: (next: string) => (userId = next) };
}

it('has one client of the account, however it is requested, with its token', async () => {
  const { clients, sent, code } = made();
  expect(code).not.toHaveBeenCalled();
  const own = await clients.own();
  expect(await clients.own()).toBe(own);
  expect(clients.ownBy({ createDataClient })).toBe(own);
  await own.from('nemus_prices').select('item');
  expect(sent).toEqual([['http://backend.test/rest/v1/nemus_prices?select=item', 'Bearer one']]);
});

it('sends nothing as another account that was started as one', async () => {
  const { clients, sent, signIn } = made();
  const own = await clients.own();
  await own.from('nemus_prices').select('item');
  sent.length = 0;
  signIn('u-2');
  expect((await own.rpc('nemus_first_visit')).error).not.toBeNull();
  expect(sent).toEqual([]);
  await (await clients.own()).rpc('nemus_first_visit');
  expect(sent).toEqual([['http://backend.test/rest/v1/rpc/nemus_first_visit', 'Bearer two']]);
  signIn('u-1');
  expect((await own.rpc('nemus_first_visit')).error).toBeNull();
});

it('sends as a visitor without an account', async () => {
  const { clients, sent } = made();
  const visitor = await clients.visitor();
  const answer = jest.fn<Promise<Response>, Parameters<typeof fetch>>(() => Promise.resolve(Response.json([])));
  const { fetch: before } = globalThis;
  globalThis.fetch = answer;
  try {
    await visitor.from('nemus_prices').select('item');
  } finally {
    globalThis.fetch = before;
  }
  expect(sent).toEqual([]);
  const [[, init] = []] = answer.mock.calls;
  expect(new Headers(init?.headers).get('authorization')).not.toBe('Bearer one');
});

it('loads a client again after its code failed', async () => {
  const { clients, code } = made();
  code.mockRejectedValueOnce(new Error('Loading chunk platform failed.'));
  await expect(clients.own()).rejects.toThrow('Loading chunk platform failed.');
  await expect(clients.own()).resolves.toBeDefined();
});
