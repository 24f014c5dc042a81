import type { ContainerError } from './container-host';
import { diagnose } from './diagnosis';
import { Problem } from './problem';
import type { ReleaseLoaderParts } from './release-parts';
import { trustedFile, type TrustedFile, type TrustedFiles } from './trusted-files';

/** Finds out why files of a release could not be used. */
export class ReleaseDiagnosis {
  readonly #parts: Pick<ReleaseLoaderParts, 'fetch' | 'limits'>;
  readonly #unshare: (root: string) => void;

  /** @param unshare Called with the folder of an area in which a shared file is wrong or missing. */
  constructor(parts: Pick<ReleaseLoaderParts, 'fetch' | 'limits'>, unshare: (root: string) => void) {
    this.#parts = parts;
    this.#unshare = unshare;
  }

  /** Why a lazy chunk of a running release is lost; null when its bytes are in order, or unknown. */
  chunk(files: TrustedFiles, url: string | null): Promise<Problem | null> {
    return this.#diagnose(files, url === null ? files.styles() : trustedFile(files, url));
  }

  /** The cause of a container's error while it loads an exposed module. */
  async container(error: ContainerError, files: TrustedFiles, expose: string): Promise<Problem> {
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

  /**
   * What is wrong with files. A wrong shared file affects every release of its area, future ones included. It does not
   * count against the release while the release's own copy is in order.
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
    // A further attempt uses the release's own copy: until then, the store gave a wrong answer.
    return inRelease?.kind === 'integrity' ? inRelease : new Problem('http', found.message, { cause: found });
  }
}
