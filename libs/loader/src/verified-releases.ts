import type { ContractAdapter } from '@nemus/contract/adapters';
import {
  areaPath,
  contractFit,
  digestOf,
  isTrustEnforced,
  overrideAddress,
  parseRelease,
  RELEASE_FILE,
  releasePath,
  releaseProblem,
  sharedProblems,
  storePlace,
  TRUST_PROBLEM_TEXTS,
  type ParsedRelease,
  type ReleaseDocument,
} from '@nemus/registry';
import { fetchBytes } from './documents';
import { cacheSuccess } from './cache-success';
import type { LoadTarget } from './load-target';
import { Problem } from './problem';
import type { ReleaseLoaderParts, VerifiedRelease } from './release-parts';
import { retryQuery, TrustedFiles } from './trusted-files';

/** Gets the documents of releases from the store and checks them against registry, keys and contract. */
export class VerifiedReleases {
  readonly #parts: ReleaseLoaderParts;
  readonly #replaced: (target: LoadTarget) => void;
  /** How often each release was restarted, by its folder. */
  readonly #attempts = new Map<string, number>();
  readonly #verified = new Map<string, Promise<VerifiedRelease>>();
  /** Digest of the last document found in an override's folder. */
  readonly #overrides = new Map<string, string>();
  /** Areas with a wrong or missing shared file: their releases come from their own folders. */
  readonly #unshared = new Set<string>();
  /** Ranges that this shell's own contract satisfies: the date does not change that, and every opening checks. */
  readonly #native = new Set<string>();

  /**
   * @param replaced Called when an override's folder contains another build: nothing of the previous one may be used.
   */
  constructor(parts: ReleaseLoaderParts, replaced: (target: LoadTarget) => void) {
    this.#parts = parts;
    this.#replaced = replaced;
  }

  /** Folder of a release, absolute, with a trailing slash. */
  baseOf({ path, override }: LoadTarget): string {
    return override ?? `${this.#parts.storeUrl}${path}`;
  }

  /** The adapter that a contract range needs; null for none. Throws a `contract` problem. */
  adapterFor(range: string): ContractAdapter | null {
    if (this.#native.has(range)) return null;
    const { contractVersion: contract, adapters, today } = this.#parts;
    const fit = contractFit(range, { contract, adapters }, today());
    if (fit.kind === 'refused') throw new Problem('contract', fit.problem);
    if (fit.kind === 'native') this.#native.add(range);
    return fit.kind === 'adapted' ? fit.adapter : null;
  }

  /** The release of a target; see {@link ReleaseLoader.verify}. */
  async verify(pointer: LoadTarget, remote: string): Promise<VerifiedRelease> {
    if (pointer.override === undefined) {
      return cacheSuccess(this.#verified, pointer.path, () => this.#verify(pointer));
    }
    return this.#verifyOverride(pointer, pointer.override, remote);
  }

  /** The next attempt uses new addresses. */
  beginAnew(pointer: LoadTarget) {
    const base = this.baseOf(pointer);
    this.#attempts.set(base, (this.#attempts.get(base) ?? 0) + 1);
    this.#verified.delete(pointer.path);
  }

  /** From now on, releases of an area come only from their own folders. @param root Folder of the area */
  unshare(root: string) {
    this.#unshared.add(root);
    for (const path of this.#verified.keys()) {
      if (`${this.#parts.storeUrl}${path}`.startsWith(root)) this.#verified.delete(path);
    }
  }

  async #verify(pointer: LoadTarget): Promise<VerifiedRelease> {
    const { fetch, limits } = this.#parts;
    const base = this.baseOf(pointer);
    const attempt = this.#attempts.get(base) ?? 0;
    const url = `${base}${RELEASE_FILE}${retryQuery(attempt)}`;
    const bytes = await fetchBytes(fetch, url, limits.documentMs);
    const digest = await digestOf(bytes);
    if (digest !== pointer.digest) {
      throw new Problem('integrity', `${url} has ${digest}; the registry points to ${pointer.digest}.`);
    }
    const parsed = parseRelease(new TextDecoder().decode(bytes));
    // The digest is right: the document is authentic, but this shell does not understand it.
    if (!parsed.ok) throw new Problem('contract', parsed.message);
    await this.#checkOrigin(parsed, pointer.path);
    this.#checkShared(parsed.release);
    return this.#trusted(base, parsed.release, attempt, this.#rootOf(parsed));
  }

  /** Folder of the files that the releases of an area share; null after one of them was wrong. */
  #rootOf({ release }: ParsedRelease): string | null {
    const root = `${this.#parts.storeUrl}${areaPath(release.declaration.name)}`;
    return this.#unshared.has(root) ? null : root;
  }

  async #verifyOverride(target: LoadTarget, base: string, remote: string): Promise<VerifiedRelease> {
    const { fetch, limits, clock, storeUrl } = this.#parts;
    const place = overrideAddress(base) === base ? storePlace(base, storeUrl) : null;
    // Compared as text from here on: another spelling of the store's address must not pass for a local machine.
    if (place === null || place.kind === 'beside')
      throw new Problem('integrity', `${base} is no place for an override.`);
    const bytes = await fetchBytes(fetch, `${base}${RELEASE_FILE}?override=${clock.now()}`, limits.documentMs);
    const digest = await digestOf(bytes);
    if ((this.#overrides.get(base) ?? digest) !== digest) this.#replaced(target);
    this.#overrides.set(base, digest);
    const parsed = parseRelease(new TextDecoder().decode(bytes));
    if (!parsed.ok) throw new Problem('contract', parsed.message);
    const { declaration } = parsed.release;
    if (declaration.name !== remote) {
      throw new Problem('integrity', `${base} has the area "${declaration.name}", not "${remote}".`);
    }
    this.adapterFor(declaration.contract);
    // What is in the store was released by a team, so its signature is checked here too.
    if (place.kind === 'inside') await this.#checkOrigin(parsed, place.path);
    this.#checkShared(parsed.release);
    return this.#trusted(base, parsed.release, this.#attempts.get(base) ?? 0);
  }

  /** The document says which contract its code was written for; the registry's copy only saves a request. */
  #trusted(base: string, document: ReleaseDocument, attempt: number, root: string | null = null): VerifiedRelease {
    const adapter = this.adapterFor(document.declaration.contract);
    return { document, files: new TrustedFiles(base, document, attempt, root), adapter };
  }

  #checkShared({ shared }: ReleaseDocument) {
    const [missing] = sharedProblems(shared, this.#parts.container.provided());
    if (missing) throw new Problem('contract', missing);
  }

  /** Whether the document is of the registry's area and version, and signed by the area's team. */
  async #checkOrigin({ release, raw }: ParsedRelease, place: string) {
    const path = releasePath(release.declaration.name, release.version);
    if (path !== place) throw new Problem('integrity', `The document of ${path} lies at ${place}.`);
    const trustedKeys = await this.#parts.trustedKeys().catch((error: unknown) => {
      throw new Problem('network', `The keys that releases are signed with: ${String(error)}`, { cause: error });
    });
    if (!isTrustEnforced(trustedKeys)) return;
    const problem = await releaseProblem(release, raw, trustedKeys);
    if (problem) throw new Problem('integrity', `${path}: ${TRUST_PROBLEM_TEXTS[problem]}`);
  }
}
