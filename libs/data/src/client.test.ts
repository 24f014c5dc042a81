import { createDataClient } from './client';
import { createCreditCheckout } from './mutations/createCreditCheckout';
import { fetchPrices } from './queries/fetchPrices';

afterEach(() => jest.useRealTimers());

/** A client whose server takes the request and never answers; counts the requests. */
function silentServer() {
  const asked: string[] = [];
  const client = createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: (input, init) =>
      new Promise((_resolve, reject) => {
        asked.push(String(input));
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  });
  return { client, asked };
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

it('gives up on an unanswered read, once and with a code', async () => {
  jest.useFakeTimers();
  const { client, asked } = silentServer();
  const failure = failureOf(fetchPrices(client));
  await jest.advanceTimersByTimeAsync(15_000);
  await expect(failure).resolves.toMatchObject({
    code: 'timeout',
    status: 504,
    message: 'Der Server hat nicht rechtzeitig geantwortet.',
  });
  expect(asked).toHaveLength(1);
});

it('gives a change more time', async () => {
  jest.useFakeTimers();
  const { client } = silentServer();
  let settled = false;
  const failure = failureOf(createCreditCheckout(client, 100)).finally(() => (settled = true));
  await jest.advanceTimersByTimeAsync(59_000);
  expect(settled).toBe(false);
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(failure).resolves.toMatchObject({ code: 'timeout', status: 504 });
});

it('sends once without a connection: the caller decides on another attempt', async () => {
  let asked = 0;
  const client = createDataClient({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve(null),
    fetch: () => {
      asked += 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    },
  });
  await expect(fetchPrices(client)).rejects.toMatchObject({ code: 'network', status: 0 });
  expect(asked).toBe(1);
});

const EXPIRED = { code: 'PGRST301', message: 'JWT expired' };

/** A backend that accepts one token only. */
function open(tokens: (refused?: string) => string | null, valid: string) {
  const seen: (string | null)[] = [];
  const client = createDataClient({
    url: 'http://backend.test',
    publishableKey: 'key',
    accessToken: (refused) => Promise.resolve(tokens(refused)),
    fetch: (_input, init) => {
      const authorization = new Headers(init?.headers).get('Authorization');
      seen.push(authorization);
      const good = authorization === `Bearer ${valid}`;
      return Promise.resolve(Response.json(good ? [{ id: 1 }] : EXPIRED, { status: good ? 200 : 401 }));
    },
  });
  return { client, seen };
}

it('repeats a refused request with a fresh token', async () => {
  const { client, seen } = open((refused) => (refused === 'old' ? 'new' : 'old'), 'new');
  const { data, error } = await client.from('nemus_courses').select();
  expect([data, error]).toEqual([[{ id: 1 }], null]);
  expect(seen).toEqual(['Bearer old', 'Bearer new']);
});

it.each([
  ['the fresh token is refused as well', (refused?: string) => (refused === undefined ? 'old' : 'other'), 2],
  ['there is no other token', () => 'old', 1],
  ['there is no session', () => null, 1],
] as const)('gives the refusal back when %s', async (_what, tokens, requests) => {
  const { client, seen } = open(tokens, 'new');
  expect((await client.from('nemus_courses').select()).error).toMatchObject(EXPIRED);
  expect(seen).toHaveLength(requests);
});

it('can be looked into by development tools', () => {
  const { client } = open(() => null, 'new');
  // The client's `auth` throws when it is read.
  expect(() => Object.values(client).map((value) => Object.prototype.toString.call(value))).not.toThrow();
});
