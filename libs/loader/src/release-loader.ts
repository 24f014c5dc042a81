import type { Lifecycles, ReleaseInfo, SearchProvider } from '@nemus/contract';
import type { ContractAdapter } from '@nemus/contract/adapters';
import {
  areaPath,
  contractFit,
  digestOf,
  missingPorts,
  parseUses,
  isTrustEnforced,
  overrideAddress,
  parseRelease,
  RELEASE_FILE,
  releasePath,
  releaseProblem,
  sharedProblems,
  storePlace,
  TRUST_PROBLEM_TEXTS,
  USES_FILE,
  type ParsedRelease,
  type ReleaseDocument,
  type TrustedKeys,
} from '@nemus/registry';
import { withLimit, type Clock } from './clock';
import { ContainerError, type ContainerHost } from './container-host';
import { diagnose } from './diagnosis';
import { fetchBytes, type Fetch } from './documents';
import type { EarlyFiles } from '@nemus/start';
import type { MountLimits } from '@nemus/start/limits';
import type { LoadTarget } from './load-target';
import { MissingNamesProblem, Problem, problemOf } from './problem';
import { retryQuery, trustedFile, TrustedFiles, type TrustedFile } from './trusted-files';

/** What loading needs from outside. */
export interface ReleaseLoaderParts {
  /** Root of the release store, absolute, with a trailing slash. */
  readonly storeUrl: string;
  readonly contractVersion: string;
  /** Every port with its members, as areas say that they use them; null where nobody knows. */
  readonly portNames: readonly string[] | null;
  /** Older majors of the contract that this shell still runs. */
  readonly adapters: readonly ContractAdapter[];
  /** The time of day, which ends adapters. */
  readonly today: () => Date;
  /** Keys that may sign releases; empty: signatures are not asked for. */
  readonly trustedKeys: () => Promise<TrustedKeys>;
  readonly container: ContainerHost;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly limits: MountLimits;
  /** Null: nothing is asked for before the container asks for it. */
  readonly early: EarlyFiles | null;
}

/** A release whose document is the one that the registry points to. */
export interface VerifiedRelease {
  readonly document: ReleaseDocument;
  readonly files: TrustedFiles;
  /** What stands between this shell's contract and the one that the release was written for; null for its own. */
  readonly adapter: ContractAdapter | null;
}

/** What an area is told about its own release. */
export function infoOf({ document: { declaration, version } }: VerifiedRelease): ReleaseInfo {
  const { name, title, team } = declaration;
  return { remote: name, title, team, version };
}

/** Gets releases from the store: documents by their digest, modules by their hashes. What worked is kept. */
export class ReleaseLoader {
  readonly #parts: ReleaseLoaderParts;
  /** How often each release was begun anew, by its folder. */
  readonly #attempts = new Map<string, number>();
  readonly #verified = new Map<string, Promise<VerifiedRelease>>();
  /** Digest of the document that was last found at an override's folder. */
  readonly #overrides = new Map<string, string>();
  /** Areas of whose shared files one was wrong or missing: their releases are taken from their own folders. */
  readonly #unshared = new Set<string>();
  /** Whether this shell has all that a release uses of it, by the release's folder. */
  readonly #fitting = new Map<string, Promise<void>>();
  readonly #modules = new Map<string, Promise<Lifecycles>>();
  readonly #searches = new Map<string, Promise<SearchProvider>>();

  constructor(parts: ReleaseLoaderParts) {
    this.#parts = parts;
  }

  /** Folder of a release, absolute, with a trailing slash. */
  baseOf({ path, override }: LoadTarget): string {
    return override ?? `${this.#parts.storeUrl}${path}`;
  }

  /**
   * Whether the release was written for this shell's contract, or for one that an adapter stands for today, before
   * anything of it is fetched. Throws a `contract` problem.
   */
  checkContract({ contract }: Pick<LoadTarget, 'contract'>) {
    this.#adapterFor(contract);
  }

  /** The adapter that a contract range needs; null for none. Throws a `contract` problem. */
  #adapterFor(range: string): ContractAdapter | null {
    const { contractVersion: contract, adapters, today } = this.#parts;
    const fit = contractFit(range, { contract, adapters }, today());
    if (fit.kind === 'refused') throw new Problem('contract', fit.problem);
    return fit.kind === 'adapted' ? fit.adapter : null;
  }

  /**
   * The release's document. Throws a `Problem`: `network`, `http` or `timeout` when it cannot be had, `integrity` when
   * it is not the one that the registry points to or not signed by the area's team, `contract` when the shell does not
   * provide what it shares. The document of an override is read anew each time: a team builds again and again.
   *
   * @param remote The area that it has to be of.
   */
  async verify(pointer: LoadTarget, remote: string): Promise<VerifiedRelease> {
    if (pointer.override === undefined) {
      return keepSuccess(this.#verified, pointer.path, () => this.#verify(pointer));
    }
    return this.#verifyOverride(pointer, pointer.override, remote);
  }

  /** Asks early for the files of an exposed module's first screen, what it uses of this shell among them. */
  prepareFiles(release: VerifiedRelease, expose: string) {
    this.#parts.early?.prepare(release.files.firstFiles(expose));
    // Whoever loads the release meets the same failure.
    this.#fits(release).catch(() => undefined);
  }

  /** Runs further files of the release that will be needed in a moment, by their addresses. Others are left out. */
  prepareScripts(release: VerifiedRelease, urls: readonly string[]) {
    const files = urls.flatMap((url) => trustedFile(release.files, url));
    this.#parts.early?.prepare(files.filter(({ url }) => /\.js(\?|$)/.test(url)));
    this.#fits(release).then(
      () => this.#runBesideEntry(release, files),
      () => undefined,
    );
  }

  /**
   * The lifecycles that a release exposes. Throws a `Problem` that says what was wrong with the files, or `execution`
   * when their code threw or exports something else.
   */
  load(release: VerifiedRelease, expose: string): Promise<Lifecycles> {
    return keepSuccess(this.#modules, `${release.files.base}${expose}`, () =>
      this.#load(release, expose, (module, what) => lifecyclesOf(module, what, release, expose)),
    );
  }

  /**
   * A file of the release as text; null when the release has none of this name. Throws a `Problem`: `network`, `http`,
   * `timeout`, or `integrity` when its bytes are others than the release's.
   */
  async readText(
    { files }: VerifiedRelease,
    file: string,
    limitMs = this.#parts.limits.documentMs,
  ): Promise<string | null> {
    const { fetch } = this.#parts;
    const url = files.urlOf(file);
    const integrity = files.integrityOf(url);
    if (integrity === null) return null;
    const bytes = await fetchBytes(fetch, url, limitMs);
    if ((await digestOf(bytes)) !== integrity) throw new Problem('integrity', `${url} is not the file of its release.`);
    return new TextDecoder().decode(bytes);
  }

  /** What a search module of the release exports; throws as {@link load} does. */
  loadSearch(release: VerifiedRelease, expose: string): Promise<SearchProvider> {
    return keepSuccess(this.#searches, `${release.files.base}${expose}`, () =>
      this.#load(release, expose, (module, what) => searchOf(module, what, release)),
    );
  }

  /** Forgets what is loaded of a release: the next attempt asks for new addresses and makes a new container. */
  beginAnew(pointer: LoadTarget) {
    const base = this.baseOf(pointer);
    this.#attempts.set(base, (this.#attempts.get(base) ?? 0) + 1);
    this.#verified.delete(pointer.path);
    this.#fitting.delete(base);
    for (const modules of [this.#modules, this.#searches]) {
      for (const key of modules.keys()) {
        if (key.startsWith(base)) modules.delete(key);
      }
    }
  }

  /** Why a lazy chunk of a running release is lost; null when its bytes are in order, or not known. */
  async diagnoseChunk(files: TrustedFiles, url: string | null): Promise<Problem | null> {
    return this.#diagnose(files, url === null ? files.styles() : trustedFile(files, url));
  }

  /**
   * What is wrong with files. A shared one that is wrong is in the way of every release of its area, of those to come as
   * well: it says nothing of the release as long as the release's own copy is in order.
   */
  async #diagnose(files: TrustedFiles, suspects: readonly TrustedFile[]): Promise<Problem | null> {
    const { fetch, limits } = this.#parts;
    const found = await diagnose(fetch, suspects, limits.diagnosisMs);
    const isWrong = found?.kind === 'integrity' || found?.kind === 'http';
    if (!isWrong || files.root === null || !suspects.some(({ url }) => files.isShared(url))) return found;
    this.#unshare(files.root);
    if (found.kind === 'http') return found;
    const own = suspects.map((file) => files.ownCopyOf(file));
    const inRelease = await diagnose(fetch, own, limits.diagnosisMs);
    // A further attempt finds the release's own: until then, this is an answer that the store should not have given.
    return inRelease?.kind === 'integrity' ? inRelease : new Problem('http', found.message, { cause: found });
  }

  /** From now on releases of an area are taken from their own folders alone. @param root Folder of the area */
  #unshare(root: string) {
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
    // The digest is right: the document is what was published, and this shell does not understand it.
    if (!parsed.ok) throw new Problem('contract', parsed.message);
    await this.#checkOrigin(parsed, pointer.path);
    this.#checkShared(parsed.release);
    return this.#trusted(base, parsed.release, attempt, this.#rootOf(parsed));
  }

  /** Folder of what the releases of an area share; null once something in it was wrong. */
  #rootOf({ release }: ParsedRelease): string | null {
    const root = `${this.#parts.storeUrl}${areaPath(release.declaration.name)}`;
    return this.#unshared.has(root) ? null : root;
  }

  async #verifyOverride(target: LoadTarget, base: string, remote: string): Promise<VerifiedRelease> {
    const { fetch, limits, clock, storeUrl } = this.#parts;
    const place = overrideAddress(base) === base ? storePlace(base, storeUrl) : null;
    // Compared as text from here on: another spelling of the store's address must not pass for a machine of one's own.
    if (place === null || place.kind === 'beside')
      throw new Problem('integrity', `${base} is no place for an override.`);
    const bytes = await fetchBytes(fetch, `${base}${RELEASE_FILE}?override=${clock.now()}`, limits.documentMs);
    const digest = await digestOf(bytes);
    // Another build under the same names: nothing of the one before may be used.
    if ((this.#overrides.get(base) ?? digest) !== digest) this.beginAnew(target);
    this.#overrides.set(base, digest);
    const parsed = parseRelease(new TextDecoder().decode(bytes));
    if (!parsed.ok) throw new Problem('contract', parsed.message);
    const { declaration } = parsed.release;
    if (declaration.name !== remote) {
      throw new Problem('integrity', `${base} has the area "${declaration.name}", not "${remote}".`);
    }
    this.checkContract(declaration);
    // What lies in the store was released by a team: there its signature counts here as well.
    if (place.kind === 'inside') await this.#checkOrigin(parsed, place.path);
    this.#checkShared(parsed.release);
    return this.#trusted(base, parsed.release, this.#attempts.get(base) ?? 0);
  }

  /** The document says for which contract its code was written; what a registry says of it only spares the way. */
  #trusted(base: string, document: ReleaseDocument, attempt: number, root: string | null = null): VerifiedRelease {
    const adapter = this.#adapterFor(document.declaration.contract);
    return { document, files: new TrustedFiles(base, document, attempt, root), adapter };
  }

  /**
   * Whether this shell has everything that a release says it uses, name by name; before any of its code runs. Throws a
   * `contract` problem that names what is missing, and `integrity` for a list that is not the release's own. A release
   * of an older build has none, and one whose list is lost on the way starts as it did before there were any.
   */
  #fits(release: VerifiedRelease): Promise<void> {
    return keepSuccess(this.#fitting, release.files.base, () => this.#compareNames(release));
  }

  async #compareNames(release: VerifiedRelease): Promise<void> {
    const { container, portNames, limits } = this.#parts;
    const text = await this.readText(release, USES_FILE, limits.usesMs).catch((error: unknown) => {
      const problem = problemOf(error, 'network');
      if (problem.kind === 'integrity') throw problem;
      return null;
    });
    const uses = text === null ? null : parseUses(text);
    if (!uses) return;
    const modules = await Promise.all(
      Object.entries(uses.modules).map(async ([module, { names }]) => ({
        module,
        names: names.length === 0 ? names : await container.missing(module, names),
      })),
    );
    // Behind an adapter an area sees the ports of its own contract, not of this one.
    const ports = portNames && !release.adapter ? missingPorts(uses.ports, portNames) : [];
    const missing = [...modules.filter(({ names }) => names.length > 0), ...ports];
    if (missing.length > 0) throw new MissingNamesProblem(missing);
  }

  #checkShared({ shared }: ReleaseDocument) {
    const [missing] = sharedProblems(shared, this.#parts.container.provided());
    if (missing) throw new Problem('contract', missing);
  }

  /** Whether the document is of the area and version that the registry names, and signed by the area's team. */
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

  /** The container itself is run by its host. */
  #runBesideEntry({ document, files }: VerifiedRelease, wanted: readonly TrustedFile[]) {
    const entryUrl = files.urlOf(document.entry);
    this.#parts.early?.prepareScripts(wanted.filter(({ url }) => url !== entryUrl));
  }

  async #load<T>(release: VerifiedRelease, expose: string, read: (module: unknown, what: string) => T): Promise<T> {
    const { container, clock, limits } = this.#parts;
    const { document, files } = release;
    await this.#fits(release);
    this.#runBesideEntry(release, files.firstFiles(expose));
    try {
      const module = await withLimit(
        clock,
        container.load({
          container: document.container,
          entryUrl: files.urlOf(document.entry),
          root: files.root,
          expose,
          integrityOf: (url) => files.integrityOf(url),
          timeoutMs: limits.entryMs,
        }),
        limits.loadMs,
        () => new Problem('timeout', `${expose} of ${files.base} did not load within ${limits.loadMs} ms.`),
      );
      return read(module, `${expose} of ${files.base}`);
    } catch (error) {
      if (error instanceof ContainerError) throw await this.#explain(error, files, expose);
      throw problemOf(error, 'execution');
    }
  }

  async #explain(error: ContainerError, files: TrustedFiles, expose: string): Promise<Problem> {
    const options = { cause: error };
    switch (error.kind) {
      case 'script':
      case 'chunk': {
        const suspects = error.url === null ? files.firstFiles(expose) : trustedFile(files, error.url);
        const problem = await this.#diagnose(files, suspects);
        return problem ?? new Problem('network', error.message, options);
      }
      case 'untrusted':
        return new Problem('integrity', error.message, options);
      default:
        return new Problem(error.kind, error.message, options);
    }
  }
}

/** One request at a time per key, and none any more once it went well; a failure is forgotten. */
function keepSuccess<T>(kept: Map<string, Promise<T>>, key: string, start: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  const started = start();
  kept.set(key, started);
  started.catch(() => {
    if (kept.get(key) === started) kept.delete(key);
  });
  return started;
}

function defaultOf(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
}

/** The default export of a module as what searches. What it answers is checked each time. */
function searchOf(module: unknown, what: string, { adapter }: VerifiedRelease): SearchProvider {
  const exported = defaultOf(module);
  const search = adapter ? adapter.search(exported) : isSearch(exported) ? exported : null;
  if (search) return search;
  throw new Problem('execution', `${what} has no function as its default export.`);
}

function isSearch(value: unknown): value is SearchProvider {
  return typeof value === 'function';
}

/** The default export of a module as lifecycles of this shell's contract. */
function lifecyclesOf(module: unknown, what: string, release: VerifiedRelease, expose: string): Lifecycles {
  const exported = defaultOf(module);
  const { adapter, document } = release;
  const slot = document.declaration.slots.find((one) => one.expose === expose)?.name ?? null;
  const lifecycles = adapter ? adapter.lifecycles(exported, slot) : isLifecycles(exported) ? exported : null;
  if (lifecycles) return lifecycles;
  throw new Problem('execution', `${what} has no lifecycles as its default export.`);
}

function isLifecycles(value: unknown): value is Lifecycles {
  if (typeof value !== 'object' || value === null) return false;
  const names = ['bootstrap', 'mount', 'update', 'unmount'] as const;
  return names.every((name) => name in value && typeof Reflect.get(value, name) === 'function');
}
