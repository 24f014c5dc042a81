import { RemoteFailure } from '@nemus/contract';
import {
  releasesFor,
  type Account,
  type Override,
  type RegisteredRemote,
  type RegistryDocument,
} from '@nemus/registry';
import { OVERRIDE_VERSION, overrideTarget, type AreaSource, type LoadTarget } from './load-target';
import { Problem } from './problem';
import type { ReleaseMarks } from './release-marks';

/** Where releases are chosen from. */
export interface ReleaseSource {
  readonly getRegistry: () => RegistryDocument;
  readonly getAccount: () => Account;
  /** The override that currently applies to an area; usually null. */
  readonly getOverride: (remote: string) => Override | null;
  readonly marks: ReleaseMarks;
}

/** Why a release is not shown. */
export interface Setback {
  readonly problem: Problem;
  readonly pointer: LoadTarget | null;
}

/** One attempt to show a remote: the current release, and those that were given up. */
export class Attempt {
  readonly #source: ReleaseSource;
  readonly #name: string;
  /** Versions that are not tried, or no longer. */
  readonly #given: Set<string>;
  remote: RegisteredRemote | null = null;
  pointer: LoadTarget | null = null;
  /** Where the release comes from; null before one was chosen. */
  source: AreaSource | null = null;
  /** Version that an override turned out to have. */
  overrideVersion: string | null = null;
  /** Discards what caches have of the release: the next attempt uses new addresses. */
  isSpent = false;

  /** @param name Name of the remote. */
  constructor(source: ReleaseSource, name: string) {
    this.#source = source;
    this.#name = name;
    this.#given = new Set(source.marks.of(name));
  }

  /**
   * Finds the release to show; null when none is left. Throws a `Problem` (`missing`, `disabled`) when the area is not
   * shown at all.
   */
  choose(): LoadTarget | null {
    const { getRegistry, getAccount, getOverride } = this.#source;
    this.remote = getRegistry().remotes.find(({ name }) => name === this.#name) ?? null;
    if (!this.remote) throw new Problem('missing', `The registry has no area "${this.#name}".`);
    // Before the switch: an area that is switched off may be under repair here.
    const override = this.#given.has(OVERRIDE_VERSION) ? null : getOverride(this.#name);
    if (override) return this.#take(overrideTarget(override), 'override');
    if (!this.remote.enabled) {
      throw new Problem('disabled', this.remote.disabledReason ?? 'Der Bereich ist abgeschaltet.');
    }
    const [chosen] = releasesFor(this.remote, getAccount(), this.#given);
    return chosen ? this.#take(chosen.pointer, chosen.channel) : null;
  }

  #take(target: LoadTarget, source: AreaSource): LoadTarget {
    this.pointer = target;
    this.source = source;
    this.overrideVersion = null;
    return target;
  }

  /** The release is one that only some accounts have. */
  get isCanary(): boolean {
    return this.source === 'canary';
  }

  get isOverride(): boolean {
    return this.pointer?.override !== undefined;
  }

  /** Version of what is shown or tried; null while it is not known. */
  get version(): string | null {
    return this.isOverride ? this.overrideVersion : (this.pointer?.version ?? null);
  }

  /** Gives the release up for this session. */
  giveUp() {
    if (this.pointer) this.#given.add(this.pointer.version);
  }

  /** Whether another release is left. */
  hasPrevious(): boolean {
    const { marks, getAccount } = this.#source;
    if (!this.remote?.enabled || !this.pointer) return false;
    const without = new Set([...marks.of(this.#name), this.pointer.version]);
    return releasesFor(this.remote, getAccount(), without).length > 0;
  }

  /** Why there was no release to begin with. */
  earlierSetback(): Setback {
    const earlier = this.#source.marks.firstReason(this.#name);
    if (!earlier || !this.remote) {
      return { problem: new Problem('missing', `No release of "${this.#name}" is left.`), pointer: null };
    }
    const { stable, canary, lastGood } = this.remote;
    const pointers = [stable, ...(canary ? [canary.pointer] : []), ...lastGood];
    return {
      problem: earlier.reason,
      pointer: pointers.find(({ version }) => version === earlier.version) ?? null,
    };
  }

  /** A problem as the failure of this remote and release, with its own support id. */
  failure(problem: Problem): RemoteFailure {
    const origin = { remote: this.#name, version: this.version, team: this.remote?.team ?? null };
    return new RemoteFailure(problem.kind, origin, problem.message, { cause: problem });
  }
}
