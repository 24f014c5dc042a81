import { hasHash } from './hash';
import type { ShellBuild } from './shell-build';

/** All addresses of the portal have the same page. */
const PAGE_PATH = '/';
/** Marks that the server's page differs from this worker's. No server has a file of that name. */
const OUTDATED_PATH = '/.nemus-outdated';
/** Headers with the page's policies: a change of them is a change of the page. */
const POLICIES = [
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Integrity-Policy',
  'Integrity-Policy-Report-Only',
];
/** Of the bytes as transferred. */
const TRANSPORT = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding'];

/** The server's page: the same, another one, or unknown. */
type Comparison = 'same' | 'other' | 'unknown';

/** The shell's cached page, with the server's headers. */
export class CachedPage {
  readonly #cache: Cache;
  readonly #build: Pick<ShellBuild, 'page' | 'policy'>;
  readonly #key: string;

  constructor(cache: Cache, build: Pick<ShellBuild, 'page' | 'policy'>) {
    this.#cache = cache;
    this.#build = build;
    // By build: a waiting worker stores its own page separately.
    this.#key = `/.nemus-page?${encodeURIComponent(build.page)}`;
  }

  /** Fetches the page and stores it. Rejects when it is not the one that the worker was built with. */
  async store(send: typeof fetch = fetch): Promise<void> {
    const answer = await send(PAGE_PATH, { cache: 'reload', integrity: this.#build.page });
    if (!answer.ok || !(await hasHash(answer, this.#build.page)))
      throw new Error('The page is not the one of this worker.');
    await this.#cache.put(this.#key, answer);
  }

  /** The page; null when it is not cached, has a changed byte, or is known to be outdated. */
  async read({ evenOutdated = false } = {}): Promise<Response | null> {
    const [answer, outdated] = await Promise.all([this.#cache.match(this.#key), this.#cache.match(OUTDATED_PATH)]);
    if (!answer || (outdated && !evenOutdated)) return null;
    if (!(await hasHash(answer, this.#build.page))) {
      await this.#cache.delete(this.#key);
      return null;
    }
    const headers = new Headers(answer.headers);
    for (const name of TRANSPORT) headers.delete(name);
    // The stored headers have no hash: changing them must not remove the policies that apply everywhere.
    headers.append('Content-Security-Policy', this.#build.policy);
    headers.set('X-Content-Type-Options', 'nosniff');
    return new Response(answer.body, { headers });
  }

  /** Checks whether the server's page is still the same, including its policies, and records the result. */
  async compare(send: typeof fetch = fetch): Promise<Comparison> {
    const answer = await send(PAGE_PATH, { cache: 'no-cache' }).catch(() => null);
    if (!answer?.ok) return 'unknown';
    return this.note(answer);
  }

  /** Records how the server's page compares with this one. */
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

  /** Deletes the pages of other builds, and their marks. */
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
