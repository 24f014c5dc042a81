import { PAGE_DATA_KEPT_MS } from './limits';
import type { StartRead } from './memo';
import { profilePath } from './requests';

/** Maximum number of reads remembered for a page. */
const AT_MOST = 12;
/** Maximum number of reads kept: those of a first screen are among the first. */
const KEPT_READS = 200;
/** Maximum number of areas that prefetched and are distinguished from the current page. */
const KEPT_AHEAD = 50;
/** Headers that are remembered; the others belong to the session, or are the same for every read. */
const KEPT = ['accept', 'accept-profile', 'prefer', 'range'];
/** An address with a timestamp in it differs at the next visit. */
const MOMENT = /\d{4}-\d\d-\d\d(T|%20|\+|$|&|,|\))/;

/** An area that reads before it is opened. */
interface Ahead {
  readonly remote: string;
  /** How many reads there were. */
  readonly before: number;
  /** Value of `Date.now()`. */
  readonly at: number;
}

/** Records what areas read, so that the next start can request it while their code is still loading. */
export class FirstReads {
  readonly #base: string;
  /** The profile, which every start requests: if it were also remembered with a page, it would be requested twice. */
  readonly #profile = profilePath('');
  #made: StartRead[] = [];
  /** How many reads there were when an area was opened. */
  readonly #before = new Map<string, number>();
  /** Areas that were allowed to prefetch, the newest last. */
  #ahead: readonly Ahead[] = [];
  /** Waiters for the next read of a page. */
  #waiting: readonly (() => void)[] = [];
  /** Number of running requests of pages, and the waiters for none. */
  #underWay = 0;
  #waitingForAll: readonly (() => void)[] = [];

  /** @param backendUrl Base address of the backend, without a trailing slash. */
  constructor(backendUrl: string) {
    this.#base = `${backendUrl}/rest/v1/`;
  }

  /** `fetch` that records reads. */
  noting(send: typeof fetch): typeof fetch {
    return (input, init) => {
      const path = this.#pathOf(input);
      if (path === null) return send(input, init);
      this.#note(path, init);
      const answer = send(input, init);
      this.#follow(answer);
      return answer;
    };
  }

  /** An area is opened: later reads belong to its page. The first time counts. */
  begin(remote: string) {
    if (this.#before.has(remote)) return;
    const own = this.#ahead.findLast((ahead) => ahead.remote === remote && Date.now() - ahead.at < PAGE_DATA_KEPT_MS);
    this.#before.set(remote, own?.before ?? this.#made.length);
  }

  /** An area prefetches, and may then be opened: those reads do not belong to the current page. */
  ahead(remote: string) {
    this.#ahead = [...this.#ahead, { remote, before: this.#made.length, at: Date.now() }].slice(-KEPT_AHEAD);
  }

  /** What was read since this area was opened, by itself and by the slots in it. */
  since(remote: string): StartRead[] {
    const from = this.#before.get(remote) ?? this.#made.length;
    const until = this.#ahead.find((ahead) => ahead.remote !== remote && ahead.before > from)?.before;
    const reads = this.#made.slice(from, until);
    const unique = new Map(reads.map(({ path, headers }) => [JSON.stringify([path, headers]), { path, headers }]));
    return [...unique.values()].slice(0, AT_MOST);
  }

  /**
   * Resolves after the next request of a page, the account's profile aside: in the task after it, since the reads of a
   * first screen are sent together.
   */
  asked(): Promise<void> {
    return new Promise((resolve) => (this.#waiting = [...this.#waiting, resolve]));
  }

  /**
   * Resolves when no request of a page is running, changes included and the account's profile aside: in the task after
   * the last answer has begun to arrive.
   */
  answered(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#waitingForAll = [...this.#waitingForAll, resolve]));
  }

  /** Forgets everything: another account, or another area. */
  clear() {
    this.#made = [];
    this.#ahead = [];
    this.#before.clear();
  }

  #note(path: string, init: RequestInit | undefined) {
    if ((init?.method ?? 'GET') !== 'GET' || MOMENT.test(path)) return;
    tell(this.#waiting);
    this.#waiting = [];
    const headers = new Headers(init?.headers);
    const kept = KEPT.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    this.#made.push({ path, headers: Object.fromEntries(kept) });
    // A page that is open for hours repeats its reads.
    if (this.#made.length > KEPT_READS) this.#made.length = KEPT_READS;
  }

  /** A read of the tables; null for everything else, and for the profile. */
  #pathOf(input: Parameters<typeof fetch>[0]): string | null {
    const url = input instanceof Request ? input.url : String(input);
    const path = url.startsWith(this.#base) ? url.slice(this.#base.length) : null;
    return path?.startsWith(this.#profile) ? null : path;
  }

  #follow(answer: Promise<unknown>) {
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
      if (this.#underWay > 0) return;
      tell(this.#waitingForAll);
      this.#waitingForAll = [];
    };
    answer.then(end, end);
  }
}

/** Notifies the waiters in a separate task. */
function tell(waiting: readonly (() => void)[]) {
  if (waiting.length > 0) setTimeout(() => waiting.forEach((go) => go()));
}
