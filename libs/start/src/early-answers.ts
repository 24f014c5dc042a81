import { EARLY_ANSWER_MS, EARLY_ANSWER_OLD_MS } from './limits';

/**
 * Answers that the page's boot script requested before the shell had loaded. Each is used once, for exactly the same
 * request: method, address and every header that changes the answer must match, including the token.
 */
export interface EarlyAnswer {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the page was opened. */
  readonly askedAt: number;
  readonly answer: Promise<Response>;
}

/** Shared by boot script and shell: a name that no other script of the page uses by chance. */
const PLACE = Symbol.for('nemus.early-answers');
/** Headers that change the answer. */
const COUNTED = ['accept', 'accept-profile', 'apikey', 'authorization', 'prefer', 'range'];

/** Requests early, and keeps the answer for the same request later. @param how `GET` by default */
export function prepareAnswer(
  url: string,
  headers: Record<string, string>,
  how: { readonly method?: string; readonly cache?: RequestCache } = {},
): Promise<Response> {
  const answer = fetch(url, { ...how, headers, signal: AbortSignal.timeout(EARLY_ANSWER_MS) });
  // The later request is sent again by its caller.
  answer.catch(() => undefined);
  waiting().push({ url, method: how.method ?? 'GET', headers, askedAt: performance.now(), answer });
  return answer;
}

/**
 * `fetch` that uses early answers where available, and sends everything else. A change drops the early answers
 * requested before it, once its own answer has arrived, since a page may read in parallel.
 */
export function withEarlyAnswers(send: typeof fetch = (input, init) => fetch(input, init)): typeof fetch {
  return async (input, init) => {
    // A signal that is already aborted does not notify new listeners.
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

/** Drops unused early reads of an account: their data may have changed. A body that no one reads would stay open. */
export function dropEarlyReads(): void {
  const list = waiting();
  for (const early of list.filter(({ headers }) => headers.authorization !== undefined)) {
    list.splice(list.indexOf(early), 1);
    early.answer.then(({ body }) => body?.cancel()).catch(() => undefined);
  }
}

/**
 * Many functions that only read are called by POST, some at every start. As long as the page is untouched, a POST
 * changes nothing; a page that changes something by itself publishes an event.
 */
function mayChange(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): boolean {
  if (['GET', 'HEAD'].includes(init?.method ?? (input instanceof Request ? input.method : 'GET'))) return false;
  // Missing in older browsers.
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

/** Only this file writes there. */
function isList(value: unknown): value is EarlyAnswer[] {
  return Array.isArray(value);
}
