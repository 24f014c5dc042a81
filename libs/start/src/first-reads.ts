import type { StartRead } from './memo';
import { profilePath } from './requests';

/** Maximum number of reads remembered for a page. */
const AT_MOST = 12;
/** Maximum number of reads kept: those of a first screen are among the first. */
const KEPT_READS = 200;
/** Headers that are remembered; the others belong to the session, or are the same for every read. */
const KEPT = ['accept', 'accept-profile', 'prefer', 'range'];
/** An address with a timestamp in it differs at the next visit. */
const MOMENT = /\d{4}-\d\d-\d\d(T|%20|\+|$|&|,|\))/;

/** Records what areas read, so that the next start can request it while their code is still loading. */
export class FirstReads {
  readonly #base: string;
  /** The profile, which every start requests: if it were also remembered with a page, it would be requested twice. */
  readonly #profile = profilePath('');
  #made: StartRead[] = [];
  /** How many reads there were when an area was opened. */
  readonly #before = new Map<string, number>();
  /** Waiters for the next read of a page. */
  #waiting: readonly (() => void)[] = [];

  /** @param backendUrl Base address of the backend, without a trailing slash. */
  constructor(backendUrl: string) {
    this.#base = `${backendUrl}/rest/v1/`;
  }

  /** `fetch` that records reads. */
  noting(send: typeof fetch): typeof fetch {
    return (input, init) => {
      const path = this.#pathOf(input);
      if (path !== null) this.#note(path, init);
      return send(input, init);
    };
  }

  /** An area is opened: later reads belong to its page. The first time counts. */
  begin(remote: string) {
    if (!this.#before.has(remote)) this.#before.set(remote, this.#made.length);
  }

  /** What was read since this area was opened, by itself and by the slots in it. */
  since(remote: string): StartRead[] {
    const reads = this.#made.slice(this.#before.get(remote) ?? this.#made.length);
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

  /** Forgets everything: another account, or another area. */
  clear() {
    this.#made = [];
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
}

/** Notifies the waiters in a separate task. */
function tell(waiting: readonly (() => void)[]) {
  if (waiting.length > 0) setTimeout(() => waiting.forEach((go) => go()));
}
