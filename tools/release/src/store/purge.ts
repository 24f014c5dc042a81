import { setTimeout as pause } from 'node:timers/promises';
import { registryPath, stopListPath } from '@nemus/registry';
import { Refusal } from '../refusal';
import type { AuditInput } from './audit';
import type { CompareAndSetResult, EntryChange, ReleaseStore, StopsChange } from './store';

/** The endpoint that makes a CDN forget a path. */
export interface PurgeHook {
  readonly url: URL;
  /** Name and value of the authentication header. */
  readonly header: readonly [name: string, value: string] | null;
}

/** What the hook is sent, as JSON. */
export interface PurgeRequest {
  readonly schema: 1;
  readonly environment: string;
  /** Paths in the store whose content is another one now. */
  readonly paths: readonly string[];
  /** Of the registry, or the serial of the stop list. */
  readonly revision: number;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Longest wait for one answer, in milliseconds. */
const TIMEOUT = 5_000;
/** Pauses between attempts, in milliseconds. */
const PAUSES = [500, 2_000];
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const HEADER = /^[A-Za-z0-9-]+$/;
/**
 * Characters a header may have. Others would make the HTTP client fail with the value in its message, secret or not.
 */
const VALUE = /^[\x21-\x7e]+$/;

/**
 * The hook that the environment names: `NEMUS_PURGE_URL`, with `NEMUS_PURGE_TOKEN` as `Authorization: Bearer …` or in
 * the header that `NEMUS_PURGE_HEADER` names. `null` when there is none.
 *
 * @throws {@link Refusal} for an unusable one: before anything is changed, and without its secrets.
 */
export function purgeHookOf(env: Variables): PurgeHook | null {
  const { NEMUS_PURGE_URL: address, NEMUS_PURGE_TOKEN: token, NEMUS_PURGE_HEADER: name } = env;
  if (!address) return null;
  if (!URL.canParse(address)) throw refused('NEMUS_PURGE_URL is no address.');
  const url = new URL(address);
  const isPlain = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
  if (url.protocol !== 'https:' && !isPlain) {
    throw refused('NEMUS_PURGE_URL has to begin with https://: without it, anyone on the way can read the token.');
  }
  if (url.username !== '' || url.password !== '') throw refused('NEMUS_PURGE_URL may have no login in it.');
  if (!token) return { url, header: null };
  if (!VALUE.test(token)) throw refused('NEMUS_PURGE_TOKEN has a character that no header may have.');
  if (!name) return { url, header: ['Authorization', `Bearer ${token}`] };
  if (!HEADER.test(name)) throw refused('NEMUS_PURGE_HEADER is no name of a header.');
  return { url, header: [name, token] };
}

/**
 * Calls a hook that makes a CDN forget paths, three times at most. It follows no redirect: the token is for this
 * address alone.
 *
 * @returns What went wrong, without the hook's secrets and without its answer's text; `null` on success.
 */
export async function askToForget(
  { url, header }: PurgeHook,
  request: PurgeRequest,
  pauses: readonly number[] = PAUSES,
): Promise<string | null> {
  let problem = await post(url, header, request);
  for (const length of pauses) {
    if (problem === null || problem.isFinal) break;
    await pause(length);
    problem = await post(url, header, request);
  }
  return problem?.text ?? null;
}

async function post(url: URL, header: PurgeHook['header'], request: PurgeRequest) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(header ? { [header[0]]: header[1] } : {}) },
      body: JSON.stringify(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await answer.body?.cancel();
    if (answer.ok) return null;
    if (answer.status >= 300 && answer.status < 400) {
      return { text: `${url.origin} leads elsewhere (${answer.status}), where the token does not go`, isFinal: true };
    }
    // Refused for good, unless it is too busy.
    const isFinal = answer.status < 500 && answer.status !== 429 && answer.status !== 408;
    return { text: `${url.origin} answered ${answer.status}`, isFinal };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const text = isLate ? `did not answer within ${TIMEOUT / 1000} seconds` : 'cannot be reached';
    return { text: `${url.origin} ${text}`, isFinal: false };
  }
}

/**
 * A store whose changes make a CDN forget the changed documents. A change stays, even if the hook fails: `say` informs
 * people, and the store's log records the request.
 */
export function withPurge(store: ReleaseStore, hook: PurgeHook | null, say: (text: string) => void): ReleaseStore {
  if (!hook) return store;

  const forget = async (environment: string, path: string, revision: number, remote: string, who: string) => {
    const problem = await askToForget(hook, { schema: 1, environment, paths: [path], revision });
    if (problem !== null) {
      say(
        `The change is made (${path}, ${revision}), and the CDN was not told: ${problem}. ` +
          'Browsers get it when the CDN asks by itself; to be quicker, empty it there by hand.',
      );
    }
    const why = problem ?? `${hook.url.origin} took it`;
    const line: AuditInput = { who, action: 'purge', remote, from: null, to: `${path} ${revision}`, why };
    await store
      .notePurge?.(environment, line)
      .catch(() => say('What the CDN was asked could not be noted in the audit log.'));
  };

  const changes: Pick<ReleaseStore, 'compareAndSet' | 'writeStops'> = {
    async compareAndSet(change: EntryChange): Promise<CompareAndSetResult> {
      const result = await store.compareAndSet(change);
      const { environment, remote, audit } = change;
      if (result.ok) await forget(environment, registryPath(environment), result.revision, remote, audit.who);
      return result;
    },
    async writeStops(change: StopsChange): Promise<CompareAndSetResult> {
      const result = await store.writeStops(change);
      const { environment, audit } = change;
      if (result.ok) await forget(environment, stopListPath(environment), result.revision, audit.remote, audit.who);
      return result;
    },
  };
  return new Proxy(store, {
    get(target, name) {
      if (name in changes) return Reflect.get(changes, name);
      const value: unknown = Reflect.get(target, name);
      // Its private fields belong to the store alone.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function refused(summary: string): Refusal {
  return new Refusal(
    'store',
    summary,
    'Correct it, or leave it out: then the CDN is not notified. Nothing was changed.',
  );
}
