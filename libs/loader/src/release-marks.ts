import { isCodeFailure } from './policy';
import type { Problem } from './problem';

/** Releases that are not used for the rest of the session, by remote. */
export class ReleaseMarks {
  readonly #left = new Map<string, Map<string, Problem | null>>();

  /**
   * Excludes a release.
   *
   * @param reason What is wrong with it; null when the user chose another one.
   */
  leave(remote: string, version: string, reason: Problem | null) {
    const left = this.#left.get(remote) ?? new Map<string, Problem | null>();
    this.#left.set(remote, left.set(version, reason));
  }

  /** Gives every release of a remote another chance. */
  clear(remote: string) {
    this.#left.delete(remote);
  }

  /** Gives releases of a remote another chance whose code failed: the cause may be outside of them. */
  forgiveCode(remote: string) {
    const left = this.#left.get(remote) ?? new Map<string, Problem | null>();
    for (const [version, reason] of left) if (reason && isCodeFailure(reason.kind)) left.delete(version);
  }

  /** Versions that are not tried any more in this session. */
  of(remote: string): ReadonlySet<string> {
    return new Set(this.#left.get(remote)?.keys());
  }

  /** The first reason why releases of a remote are excluded, with the version that it is about. */
  firstReason(remote: string): { version: string; reason: Problem } | null {
    for (const [version, reason] of this.#left.get(remote) ?? []) {
      if (reason) return { version, reason };
    }
    return null;
  }
}
