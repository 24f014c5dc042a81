import type { LoaderEvent } from '@nemus/loader';
import type { TelemetryOwner } from './telemetry-entry';

/** A time span on the screen; `until` is null while it lasts. Milliseconds of `performance.now()`. */
interface Stay {
  readonly owner: TelemetryOwner;
  readonly from: number;
  until: number | null;
}

/** Number of remembered spans: queries are about the recent past. */
const KEPT = 10;

/** Which area's page was on the screen when: the probable cause of an unattributed error. */
export class ShownAreas {
  readonly #stays: Stay[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(event: LoaderEvent) {
    // A slot inside another area is not a page; its failures have its scripts in the stack.
    if (event.name !== 'phase' || event.expose !== './app' || event.phase === 'ready') return;
    const { remote, version, team } = event;
    for (const stay of this.#stays) if (stay.owner.remote === remote) stay.until ??= this.#now();
    if (event.phase !== 'mounting') return;
    this.#stays.push({ owner: { remote, version, team }, from: this.#now(), until: null });
    if (this.#stays.length > KEPT) this.#stays.shift();
  }

  /** Last shown version of an area; null if there is none. */
  versionOf(remote: string): string | null {
    return this.#stays.findLast(({ owner }) => owner.remote === remote)?.owner.version ?? null;
  }

  /** The release that had most of this span; null if there was none. */
  ownerIn(from: number, until: number): TelemetryOwner | null {
    const shareOf = (stay: Stay) => Math.min(until, stay.until ?? until) - Math.max(from, stay.from);
    const [most] = this.#stays.filter((stay) => shareOf(stay) >= 0).toSorted((a, b) => shareOf(b) - shareOf(a));
    return most?.owner ?? null;
  }
}
