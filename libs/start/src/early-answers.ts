import { EARLY_ANSWER_MS, EARLY_ANSWER_OLD_MS } from './limits';

/**
 * Answers that the page's boot script asked for before the shell was there. Each is used once, for exactly the request
 * that it answers: method, address and every header that changes the answer are the same, the token among them.
 */
export interface EarlyAnswer {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the page was opened. */
  readonly askedAt: number;
  readonly answer: Promise<Response>;
}

/** Where boot script and shell meet: no name that other scripts of the page could meet by chance. */
const PLACE = Symbol.for('nemus.early-answers');
/** Headers that change what a request is answered with. */
const COUNTED = ['accept', 'accept-profile', 'apikey', 'authorization', 'prefer', 'range'];

/** Asks early, and keeps the answer for whoever makes this request. @param how `GET` unless it says otherwise */
export function prepareAnswer(
  url: string,
  headers: Record<string, string>,
  how: { readonly method?: string; readonly cache?: RequestCache } = {},
): Promise<Response> {
  const answer = fetch(url, { ...how, headers, signal: AbortSignal.timeout(EARLY_ANSWER_MS) });
  // Whoever takes the answer asks again by themselves.
  answer.catch(() => undefined);
  waiting().push({ url, method: how.method ?? 'GET', headers, askedAt: performance.now(), answer });
  return answer;
}

/**
 * `fetch` that takes early answers where there are some, and asks for everything else. A change that is made by it ends
 * what was asked for early before: by the time that its answer is here, since a page may ask beside it.
 */
export function withEarlyAnswers(send: typeof fetch = (input, init) => fetch(input, init)): typeof fetch {
  return async (input, init) => {
    // A signal that was aborted before says so to nobody who begins to listen.
    init?.signal?.throwIfAborted();
    if (mayChange(input, init)) return send(input, init).finally(dropEarlyReads);
    const found = take(input, init);
    if (!found) return send(input, init);
    try {
      const answer = await Promise.race([found.answer, aborted(init?.signal)]);
      if (answer.ok) return answer;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
    }
    return send(input, init);
  };
}

/** Drops what was read early of an account, and not taken: something may have changed since. */
export function dropEarlyReads(): void {
  const list = waiting();
  list.splice(0, list.length, ...list.filter(({ headers }) => headers.authorization === undefined));
}

/**
 * Many functions that only read are called by POST, some of them by every start: as long as nobody has touched the page,
 * it changes nothing. What it changes by itself, it tells with an event.
 */
function mayChange(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): boolean {
  if (['GET', 'HEAD'].includes(init?.method ?? (input instanceof Request ? input.method : 'GET'))) return false;
  // Older browsers do not know.
  const touched: UserActivation | undefined = navigator.userActivation;
  return touched?.hasBeenActive !== false;
}

function take(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): EarlyAnswer | null {
  const list = waiting();
  if (list.length === 0 || input instanceof Request) return null;
  for (const old of list.filter(({ askedAt }) => performance.now() - askedAt > EARLY_ANSWER_OLD_MS)) {
    list.splice(list.indexOf(old), 1);
  }
  const url = String(input);
  const method = init?.method ?? 'GET';
  const wanted = new Headers(init?.headers);
  const index = list.findIndex(
    (early) =>
      early.url === url &&
      early.method === method &&
      COUNTED.every((name) => (new Headers(early.headers).get(name) ?? '') === (wanted.get(name) ?? '')),
  );
  return index < 0 ? null : (list.splice(index, 1)[0] ?? null);
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function waiting(): EarlyAnswer[] {
  const found: unknown = Reflect.get(globalThis, PLACE);
  if (isList(found)) return found;
  const made: EarlyAnswer[] = [];
  Reflect.set(globalThis, PLACE, made);
  return made;
}

/** Nobody but this file writes there. */
function isList(value: unknown): value is EarlyAnswer[] {
  return Array.isArray(value);
}
