import type { Lifecycles, SearchProvider } from '@nemus/contract';
import { withLimit } from './clock';
import { ContainerError } from './container-host';
import { fetchBytes } from './documents';
import { lifecyclesOf, searchOf } from './exposed-module';
import { cacheSuccess } from './cache-success';
import type { LoadTarget } from './load-target';
import { Problem, problemOf } from './problem';
import { ReleaseDiagnosis } from './release-diagnosis';
import type { ReleaseLoaderParts, VerifiedRelease } from './release-parts';
import { readReleaseText } from './release-text';
import { trustedFile, type TrustedFile, type TrustedFiles } from './trusted-files';
import { UsedNames } from './used-names';
import { VerifiedReleases } from './verified-releases';

/** Gets releases from the store: documents by their digest, modules by their hashes. Successes are cached. */
export class ReleaseLoader {
  readonly #parts: ReleaseLoaderParts;
  readonly #releases: VerifiedReleases;
  readonly #usedNames: UsedNames;
  readonly #diagnosis: ReleaseDiagnosis;
  readonly #modules = new Map<string, Promise<Lifecycles>>();
  readonly #searches = new Map<string, Promise<SearchProvider>>();

  constructor(parts: ReleaseLoaderParts) {
    this.#parts = parts;
    this.#releases = new VerifiedReleases(parts, (target) => this.beginAnew(target));
    this.#usedNames = new UsedNames(parts);
    this.#diagnosis = new ReleaseDiagnosis(parts, (root) => this.#releases.unshare(root));
  }

  /** Folder of a release, absolute, with a trailing slash. */
  baseOf(target: LoadTarget): string {
    return this.#releases.baseOf(target);
  }

  /**
   * Whether the release was written for this shell's contract, or for one that an adapter stands for today, before
   * anything of it is fetched. Throws a `contract` problem.
   */
  checkContract({ contract }: Pick<LoadTarget, 'contract'>) {
    this.#releases.adapterFor(contract);
  }

  /**
   * The release's document. Throws a `Problem`: `network`, `http` or `timeout` when unavailable, `integrity` when the
   * registry points to another one or the area's team did not sign it, `contract` when the shell does not provide its
   * shared modules. The document of an override is read again each time, since a team keeps rebuilding.
   *
   * @param remote The area that it must belong to.
   */
  verify(pointer: LoadTarget, remote: string): Promise<VerifiedRelease> {
    return this.#releases.verify(pointer, remote);
  }

  /**
   * Requests the files of an exposed module's first screen now, including the list of names that it uses of this shell.
   */
  requestFiles(release: VerifiedRelease, expose: string) {
    this.#parts.early?.request(release.files.firstFiles(expose));
    // Loading the release meets the same failure.
    this.#usedNames.check(release).catch(() => undefined);
  }

  /**
   * Brings the same files into the browser's cache, at low priority, without running or keeping them. Loading the
   * release checks them again. Rejects if one is unavailable, or if the release does not fit.
   */
  async fetchFiles(release: VerifiedRelease, expose: string): Promise<true> {
    const { fetch, limits } = this.#parts;
    const files = release.files
      .firstFiles(expose)
      .map(({ url, integrity }) => fetchBytes(fetch, url, limits.entryMs, { integrity, priority: 'low' }));
    await Promise.all([this.#usedNames.check(release), ...files]);
    return true;
  }

  /**
   * The same, into the page itself: checked by their hashes, and compiled as far as the browser does that early.
   * Resolves with whether all of them have arrived; rejects when the release does not fit.
   */
  async holdFiles(release: VerifiedRelease, expose: string): Promise<boolean> {
    await this.#usedNames.check(release);
    return (await this.#parts.early?.hold(release.files.firstFiles(expose))) ?? false;
  }

  /** Runs further files of the release that are needed next, by their addresses. Unknown addresses are ignored. */
  runScripts(release: VerifiedRelease, urls: readonly string[]) {
    const files = urls.flatMap((url) => trustedFile(release.files, url));
    this.#parts.early?.request(files.filter(({ url }) => /\.js(\?|$)/.test(url)));
    this.#usedNames.check(release).then(
      () => this.#runBesideEntry(release, files),
      () => undefined,
    );
  }

  /**
   * The lifecycles that a release exposes. Throws a `Problem` that says what was wrong with the files, or `execution`
   * when their code threw or exports something else.
   */
  load(release: VerifiedRelease, expose: string): Promise<Lifecycles> {
    return cacheSuccess(this.#modules, `${release.files.base}${expose}`, () =>
      this.#load(release, expose, (module, what) => lifecyclesOf(module, what, release, expose)),
    );
  }

  /** What a search module of the release exports; throws as {@link load} does. */
  loadSearch(release: VerifiedRelease, expose: string): Promise<SearchProvider> {
    return cacheSuccess(this.#searches, `${release.files.base}${expose}`, () =>
      this.#load(release, expose, (module, what) => searchOf(module, what, release)),
    );
  }

  /** A file of the release as text; see {@link readReleaseText}. */
  readText(release: VerifiedRelease, file: string): Promise<string | null> {
    return readReleaseText(this.#parts.fetch, release, file, this.#parts.limits.documentMs);
  }

  /** Forgets what is loaded of a release: the next attempt uses new addresses and makes a new container. */
  beginAnew(pointer: LoadTarget) {
    const base = this.baseOf(pointer);
    this.#releases.beginAnew(pointer);
    this.#usedNames.forget(base);
    for (const modules of [this.#modules, this.#searches]) {
      for (const key of modules.keys()) {
        if (key.startsWith(base)) modules.delete(key);
      }
    }
  }

  /** Why a lazy chunk of a running release is lost; null when its bytes are in order, or not known. */
  diagnoseChunk(files: TrustedFiles, url: string | null): Promise<Problem | null> {
    return this.#diagnosis.chunk(files, url);
  }

  /** The container itself is run by its host. */
  #runBesideEntry({ document, files }: VerifiedRelease, wanted: readonly TrustedFile[]) {
    const entryUrl = files.urlOf(document.entry);
    this.#parts.early?.run(wanted.filter(({ url }) => url !== entryUrl));
  }

  async #load<T>(release: VerifiedRelease, expose: string, read: (module: unknown, what: string) => T): Promise<T> {
    const { container, clock, limits } = this.#parts;
    const { document, files } = release;
    await this.#usedNames.check(release);
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
      if (error instanceof ContainerError) throw await this.#diagnosis.container(error, files, expose);
      throw problemOf(error, 'execution');
    }
  }
}
