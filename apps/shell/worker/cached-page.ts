import { hasHash } from './hash';
import type { ShellBuild } from './shell-build';

/** The page is one for all addresses of the portal. */
const PAGE_PATH = '/';
/** Marks that the server's page is another one than this worker's. No server has a file of that name. */
const OUTDATED_PATH = '/.nemus-outdated';
/** Where what the page may do stands: a change of it is a change of the page. */
const POLICIES = [
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Integrity-Policy',
  'Integrity-Policy-Report-Only',
];
/** Of the bytes as they came over the network. */
const TRANSPORT = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding'];

/** What the server says of the page: it has the same one, another one, or nothing was heard. */
type Comparison = 'same' | 'other' | 'unknown';

/** The shell's page on the device, with the headers that the server sent with it. */
export class CachedPage {
  readonly #cache: Cache;
  readonly #build: Pick<ShellBuild, 'page' | 'policy'>;
  readonly #key: string;

  constructor(cache: Cache, build: Pick<ShellBuild, 'page' | 'policy'>) {
    this.#cache = cache;
    this.#build = build;
    // Of its build: the worker that waits to follow this one stores its own page beside it.
    this.#key = `/.nemus-page?${encodeURIComponent(build.page)}`;
  }

  /** Asks the server for the page and stores it. Rejects when it is not the one that the worker was built with. */
  async store(send: typeof fetch = fetch): Promise<void> {
    const answer = await send(PAGE_PATH, { cache: 'reload', integrity: this.#build.page });
    if (!answer.ok || !(await hasHash(answer, this.#build.page)))
      throw new Error('The page is not the one of this worker.');
    await this.#cache.put(this.#key, answer);
  }

  /** The page; null when it is not on the device, has a changed byte, or is known to be out of date. */
  async read({ evenOutdated = false } = {}): Promise<Response | null> {
    const [answer, outdated] = await Promise.all([this.#cache.match(this.#key), this.#cache.match(OUTDATED_PATH)]);
    if (!answer || (outdated && !evenOutdated)) return null;
    if (!(await hasHash(answer, this.#build.page))) {
      await this.#cache.delete(this.#key);
      return null;
    }
    const headers = new Headers(answer.headers);
    for (const name of TRANSPORT) headers.delete(name);
    // The stored headers have no hash: whoever changed them must not get rid of what holds in every environment.
    headers.append('Content-Security-Policy', this.#build.policy);
    headers.set('X-Content-Type-Options', 'nosniff');
    return new Response(answer.body, { headers });
  }

  /** Asks the server whether the page is still the same, its policies included, and notes what it says. */
  async compare(send: typeof fetch = fetch): Promise<Comparison> {
    const answer = await send(PAGE_PATH, { cache: 'no-cache' }).catch(() => null);
    if (!answer?.ok) return 'unknown';
    return this.note(answer);
  }

  /** Notes what a page of the server says of this one. */
  async note(answer: Response): Promise<Comparison> {
    if (!(await hasHash(answer, this.#build.page))) {
      await this.#cache.put(OUTDATED_PATH, new Response(''));
      return 'other';
    }
    const before = await this.#cache.match(this.#key);
    await this.#cache.put(this.#key, answer);
    await this.#cache.delete(OUTDATED_PATH);
    return before && !hasPoliciesOf(before, answer) ? 'other' : 'same';
  }

  /** Forgets the pages of other builds, and what was said of them. */
  async forgetOthers(): Promise<void> {
    const own = new URL(this.#key, 'https://any').search;
    for (const request of await this.#cache.keys()) {
      if (new URL(request.url).search !== own) await this.#cache.delete(request);
    }
  }
}

function hasPoliciesOf(one: Response, other: Response): boolean {
  return POLICIES.every((name) => one.headers.get(name) === other.headers.get(name));
}
