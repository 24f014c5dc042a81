import { z } from 'zod';
import { readRows } from './errors';
import { createRestCall, type RestRequest } from './rest';

/** Asks a server that answers like this, and unpacks the answer. */
async function ask(answer: () => Promise<Response>, request: RestRequest = { path: 'nemus_x?id=eq.1' }) {
  const sent: Request[] = [];
  const call = createRestCall({
    url: 'http://api.test',
    publishableKey: 'key',
    accessToken: () => Promise.resolve('token'),
    fetch: (input, init) => {
      sent.push(new Request(input, init));
      return answer();
    },
  });
  const row = call(request).then((found) => readRows(found, z.object({ id: z.number() })));
  const result = await row.catch((error: unknown) => error);
  return { result, sent };
}

it('asks with the key and the token of the session', async () => {
  const { result, sent } = await ask(() => Promise.resolve(Response.json({ id: 1 })));
  expect(result).toEqual({ id: 1 });
  expect(sent[0]?.url).toBe('http://api.test/rest/v1/nemus_x?id=eq.1');
  expect(sent[0]?.headers.get('apikey')).toBe('key');
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer token');
});

it('sends a body as JSON', async () => {
  const { sent } = await ask(() => Promise.resolve(Response.json({ id: 1 })), { path: 'rpc/f', body: { p_id: 1 } });
  expect(sent[0]?.method).toBe('POST');
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  await expect(sent[0]?.json()).resolves.toEqual({ p_id: 1 });
});

it.each<[string, () => Promise<Response>, object]>([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), { code: 'network', status: 0 }],
  [
    'a refusal of the database',
    () => Promise.resolve(Response.json({ code: 'PT409', hint: 'taken', message: 'Vergeben.' }, { status: 409 })),
    { code: 'taken', message: 'Vergeben.', status: 409 },
  ],
  ['a page of a gateway', () => Promise.resolve(new Response('<html>', { status: 502 })), { code: '', status: 502 }],
  ['a page in the place of rows', () => Promise.resolve(new Response('<html>')), { code: 'malformed' }],
  ['nothing', () => Promise.resolve(new Response('')), { code: 'malformed' }],
])('turns %s into a coded error', async (_name, answer, failure) => {
  const { result } = await ask(answer);
  expect(result).toMatchObject({ name: 'DataError', ...failure });
});
