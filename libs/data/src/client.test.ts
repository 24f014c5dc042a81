import { createDataClient } from './client';
import { createCreditCheckout } from './mutations/createCreditCheckout';
import { fetchCourses } from './queries/fetchCourses';

afterEach(() => jest.useRealTimers());

/** A client whose server takes the request and never answers; counts how often it was asked. */
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

it('gives a read up that nobody answers, once and with a code', async () => {
  jest.useFakeTimers();
  const { client, asked } = silentServer();
  const failure = failureOf(fetchCourses(client));
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

it('asks once where no connection is made: who shows the read decides about another attempt', async () => {
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
  await expect(fetchCourses(client)).rejects.toMatchObject({ code: 'network', status: 0 });
  expect(asked).toBe(1);
});
