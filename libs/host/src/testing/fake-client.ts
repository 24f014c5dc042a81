import { createDataClient, type DataClient } from '@nemus/data';

/** Answer of a database function; a `Response` is sent unchanged, and an error means no answer. */
export type FakeAnswer = (name: string, parameters: unknown) => unknown;

/** The portal's client on a backend that a test controls. */
export function fakeClient(answer: FakeAnswer): DataClient {
  return createDataClient({
    url: 'http://backend.test',
    publishableKey: 'sb_publishable_test',
    accessToken: () => Promise.resolve('token'),
    fetch: async (input, init) => {
      const name = new URL(String(input)).pathname.split('/').at(-1) ?? '';
      const body = await answer(name, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
      return body instanceof Response ? body : Response.json(body);
    },
  });
}
