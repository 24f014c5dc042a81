import { missingPorts, parseUses, USES_FILE } from '@nemus/registry';
import { cacheSuccess } from './cache-success';
import { MissingNamesProblem, problemOf } from './problem';
import type { ReleaseLoaderParts, VerifiedRelease } from './release-parts';
import { readReleaseText } from './release-text';

/** Compares the names that releases use of this shell with those that it has, once for each release. */
export class UsedNames {
  readonly #parts: Pick<ReleaseLoaderParts, 'container' | 'portNames' | 'limits' | 'fetch'>;
  /** Results, by the release's folder. */
  readonly #fitting = new Map<string, Promise<void>>();

  constructor(parts: Pick<ReleaseLoaderParts, 'container' | 'portNames' | 'limits' | 'fetch'>) {
    this.#parts = parts;
  }

  /**
   * Checks, before any of its code runs, that this shell has every name that a release uses. Throws a `contract`
   * problem that lists the missing ones, and `integrity` for a list that is not the release's own. A release of an
   * older build has no list; without a list, or when it cannot be loaded, the area starts unchecked.
   */
  check(release: VerifiedRelease): Promise<void> {
    return cacheSuccess(this.#fitting, release.files.base, () => this.#compare(release));
  }

  /** Another build may be in this folder by now. */
  forget(base: string) {
    this.#fitting.delete(base);
  }

  async #compare(release: VerifiedRelease): Promise<void> {
    const { container, portNames, limits, fetch } = this.#parts;
    const text = await readReleaseText(fetch, release, USES_FILE, limits.usesMs).catch((error: unknown) => {
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
}
