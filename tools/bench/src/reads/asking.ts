import { createDataClient } from '@nemus/data';
import { quantile } from '../report/stats';
import type { PageRead } from './page-reads';
import type { Person } from './people';

/** A request as a page sends it. */
export interface AskedRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The parallel requests of one person's read; follow-up requests are not included. */
export async function requestsOf(
  { name, ask }: PageRead,
  person: Person,
  { apiUrl, publishableKey }: { readonly apiUrl: string; readonly publishableKey: string },
): Promise<AskedRequest[]> {
  const requests: AskedRequest[] = [];
  const client = createDataClient({
    url: apiUrl,
    publishableKey,
    accessToken: () => Promise.resolve(person.token),
    fetch: (input, init = {}) => {
      requests.push({
        url: new URL(input instanceof Request ? input.url : String(input)),
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === 'string' ? init.body : null,
      });
      return Promise.reject(new Error('Only noted.'));
    },
  });
  await Promise.resolve(ask(client, person)).catch(() => undefined);
  if (requests.length === 0) throw new Error(`"${name}" asks for nothing.`);
  return requests;
}

/** Sends a recorded request and reads its answer to the end: its bytes, and the milliseconds that the API had it. */
async function send({ url, method, headers, body }: AskedRequest): Promise<{ bytes: number; served: number }> {
  const answer = await fetch(url, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}: ${text.slice(0, 300)}`);
  const served = Number(answer.headers.get('server-timing')?.replace('api;dur=', ''));
  return { bytes: Buffer.byteLength(text), served };
}

/** What a crowd measured of one read. Milliseconds. */
export interface Measured {
  readonly p50: number;
  readonly p95: number;
  /** The p95 from the API's receipt of the request to its answer; the rest of `p95` is the load generator's. */
  readonly served: number;
  /** Bytes of one answer, not compressed. */
  readonly bytes: number;
  readonly count: number;
}

/** What one read cost at one size. */
export interface ReadMeasure {
  readonly alone: Measured;
  readonly together: Measured;
  /** Milliseconds of processor time of one read while all send requests: of each process, the generator's included. */
  readonly api: number;
  readonly database: number;
  readonly generator: number;
}

/**
 * Lets all people send requests at the same time, each again as soon as it is answered.
 *
 * @param asked the requests of each person
 * @param times how often each of them asks
 */
export async function measure(asked: readonly (readonly AskedRequest[])[], times: number): Promise<Measured> {
  const took: number[] = [];
  const served: number[] = [];
  let bytes = 0;
  await Promise.all(
    asked.map(async (requests) => {
      for (let time = 0; time < times; time += 1) {
        const started = performance.now();
        const answers = await Promise.all(requests.map(send));
        took.push(performance.now() - started);
        served.push(Math.max(...answers.map((answer) => answer.served)));
        bytes += answers.reduce((sum, answer) => sum + answer.bytes, 0);
      }
    }),
  );
  return {
    p50: quantile(took, 0.5),
    p95: quantile(took, 0.95),
    served: quantile(served, 0.95),
    bytes: bytes / took.length,
    count: took.length,
  };
}
