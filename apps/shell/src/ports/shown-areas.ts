import type { LoaderEvent } from '@nemus/loader';
import type { TelemetryOwner } from './telemetry-entry';

/** One time on the screen; `until` is null while it lasts. Milliseconds of `performance.now()`. */
interface Stay {
  readonly owner: TelemetryOwner;
  readonly from: number;
  until: number | null;
}

/** Stays that are remembered: what is asked about lies a moment back at most. */
const KEPT = 10;

/** Which area's page was on the screen when: whose mistake it probably was when nothing else says so. */
export class ShownAreas {
  readonly #stays: Stay[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(event: LoaderEvent) {
    // A piece of an area inside another one is no page; where it fails, its scripts are in the stack.
    if (event.name !== 'phase' || event.expose !== './app' || event.phase === 'ready') return;
    const { remote, version, team } = event;
    for (const stay of this.#stays) if (stay.owner.remote === remote) stay.until ??= this.#now();
    if (event.phase !== 'mounting') return;
    this.#stays.push({ owner: { remote, version, team }, from: this.#now(), until: null });
    if (this.#stays.length > KEPT) this.#stays.shift();
  }

  /** Version of an area that was shown last; null when it was not. */
  versionOf(remote: string): string | null {
    return this.#stays.findLast(({ owner }) => owner.remote === remote)?.owner.version ?? null;
  }

  /** The release that had most of this span; null when none was there. */
  ownerIn(from: number, until: number): TelemetryOwner | null {
    const shareOf = (stay: Stay) => Math.min(until, stay.until ?? until) - Math.max(from, stay.from);
    const [most] = this.#stays.filter((stay) => shareOf(stay) >= 0).toSorted((a, b) => shareOf(b) - shareOf(a));
    return most?.owner ?? null;
  }
}
