import { createDataClient, type DataClient } from '@nemus/data';

/** What a function of the database answers; a `Response` is sent as it is, and an error means that none comes. */
export type FakeAnswer = (name: string, parameters: unknown) => unknown;

/** The portal's client on a backend that a test plays. */
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

/** A refusal of the database with this status. */
export const refusal = (status: number) => Response.json({ code: 'PT000', message: 'no', hint: 'no' }, { status });
