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
  const clients = createDataClients({ backend, code, accessToken: () => Promise.resolve('one'), fetch: answer });
  return { clients, sent, code };
}

it('has one client of the account, however it is asked for, with its token', async () => {
  const { clients, sent, code } = made();
  expect(code).not.toHaveBeenCalled();
  const own = await clients.own();
  expect(await clients.own()).toBe(own);
  expect(clients.ownBy({ createDataClient })).toBe(own);
  await own.from('nemus_prices').select('item');
  expect(sent).toEqual([['http://backend.test/rest/v1/nemus_prices?select=item', 'Bearer one']]);
});

it('has one for an area that is pointed at, which changes nothing before the area is opened', async () => {
  const { clients, sent } = made();
  let open: () => void = () => undefined;
  const holding = clients.holdingBy({ createDataClient }, new Promise((resolve) => (open = resolve)));
  // A query is sent when it is waited for.
  const asked = Promise.resolve(holding.rpc('nemus_first_visit'));
  await holding.from('nemus_prices').select('item');
  const read = ['http://backend.test/rest/v1/nemus_prices?select=item', 'Bearer one'];
  expect(sent).toEqual([read]);
  open();
  await asked;
  expect(sent).toEqual([read, ['http://backend.test/rest/v1/rpc/nemus_first_visit', 'Bearer one']]);
});

it('asks as nobody for a visitor', async () => {
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

it('is asked again for a client whose code did not come', async () => {
  const { clients, code } = made();
  code.mockRejectedValueOnce(new Error('Loading chunk platform failed.'));
  await expect(clients.own()).rejects.toThrow('Loading chunk platform failed.');
  await expect(clients.own()).resolves.toBeDefined();
});
