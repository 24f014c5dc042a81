import type { StartRead } from './start-memo';

/** A read that an area made. */
interface MadeRead extends StartRead {
  readonly remote: string;
}

/** Reads that are remembered of one page. */
const AT_MOST = 12;
/** Headers that are remembered; the others are the session's, or the same for every read. */
const KEPT = ['accept', 'accept-profile', 'prefer', 'range'];
/** An address with a moment in it is another one at the next visit. */
const MOMENT = /\d{4}-\d\d-\d\d(T|%20|\+|$|&|,|\))/;

/** Notes what areas read, so that the next start can ask for it while their code is still on its way. */
export class FirstReads {
  readonly #base: string;
  #made: MadeRead[] = [];

  /** @param backendUrl Base address of the backend, without a trailing slash. */
  constructor(backendUrl: string) {
    this.#base = `${backendUrl}/rest/v1/`;
  }

  /** `fetch` of one area, which notes its reads. */
  fetchFor(remote: string, send: typeof fetch): typeof fetch {
    return (input, init) => {
      this.#note(remote, input, init);
      return send(input, init);
    };
  }

  /** What was read since this area read first, its own reads and those of the slots in it. */
  since(remote: string): StartRead[] {
    const first = this.#made.findIndex((read) => read.remote === remote);
    const reads = first < 0 ? [] : this.#made.slice(first);
    const unique = new Map(reads.map(({ path, headers }) => [JSON.stringify([path, headers]), { path, headers }]));
    return [...unique.values()].slice(0, AT_MOST);
  }

  /** Forgets everything: another account, or another area. */
  clear() {
    this.#made = [];
  }

  #note(remote: string, input: Parameters<typeof fetch>[0], init: RequestInit | undefined) {
    const url = input instanceof Request ? input.url : String(input);
    if ((init?.method ?? 'GET') !== 'GET' || !url.startsWith(this.#base) || MOMENT.test(url)) return;
    const headers = new Headers(init?.headers);
    const kept = KEPT.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    this.#made.push({ remote, path: url.slice(this.#base.length), headers: Object.fromEntries(kept) });
    // A page that is open for hours reads the same again and again.
    if (this.#made.length > 200) this.#made.splice(0, 100);
  }
}
