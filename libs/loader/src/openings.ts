import { PAGE_DATA_KEPT_MS } from '@nemus/start/limits';
import type { Clock } from './clock';

/**
 * How long what an area has prepared may still be used, in milliseconds: more than it is kept, since a busy page is late
 * to drop it, and what is used must not wait for ever.
 */
const USABLE_MS = 2 * PAGE_DATA_KEPT_MS;

/** An area that is pointed at, and may be opened in a moment. */
export interface Opening {
  /** Resolves when the area is opened; not when that comes too late for anybody to use what it has prepared. */
  readonly opened: Promise<void>;
  /** Whether it is opened by now. */
  isOpened(): boolean;
  /** From now on what the area prepares gets old; its code took the time that it took. */
  begin(): void;
}

interface Waiting {
  begunAt: number | null;
  readonly open: () => void;
}

/** Areas that are pointed at. */
export class Openings {
  readonly #clock: Pick<Clock, 'now'>;
  /** By area. More than one where its code is still on its way when it is pointed at again. */
  readonly #waiting = new Map<string, readonly Waiting[]>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Somebody is at the entry of an area. An opening counts from here on. */
  expect(remote: string): Opening {
    let isOpened = false;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = () => {
        isOpened = true;
        resolve();
      };
    });
    const waiting: Waiting = { begunAt: null, open };
    this.#waiting.set(remote, [...this.#usable(remote), waiting]);
    return { opened, isOpened: () => isOpened, begin: () => (waiting.begunAt = this.#clock.now()) };
  }

  /** The area is opened. */
  open(remote: string) {
    for (const { open } of this.#usable(remote)) open();
    this.#waiting.delete(remote);
  }

  #usable(remote: string): readonly Waiting[] {
    const since = this.#clock.now() - USABLE_MS;
    return (this.#waiting.get(remote) ?? []).filter(({ begunAt }) => begunAt === null || begunAt >= since);
  }
}
