import { PAGE_DATA_KEPT_MS } from '@nemus/start/limits';
import type { Clock } from './clock';

/**
 * How long prepared data may still be used, in milliseconds: longer than it is kept, since a busy page drops it late,
 * but not for ever.
 */
const USABLE_MS = 2 * PAGE_DATA_KEPT_MS;

/** A hovered area that may be opened next. */
export interface Opening {
  /** Resolves when the area is opened; not when that is too late for the prepared data. */
  readonly opened: Promise<void>;
  /** Whether it is opened by now. */
  isOpened(): boolean;
  /** From now on the prepared data ages; the time that the code took does not count. */
  begin(): void;
}

interface Waiting {
  begunAt: number | null;
  readonly open: () => void;
}

/** Hovered areas. */
export class Openings {
  readonly #clock: Pick<Clock, 'now'>;
  /** By area. More than one when its code is still loading as it is hovered again. */
  readonly #waiting = new Map<string, readonly Waiting[]>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** An area's entry is hovered. An opening counts from here on. */
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

  /** The area was opened. */
  open(remote: string) {
    for (const { open } of this.#usable(remote)) open();
    this.#waiting.delete(remote);
  }

  #usable(remote: string): readonly Waiting[] {
    const since = this.#clock.now() - USABLE_MS;
    return (this.#waiting.get(remote) ?? []).filter(({ begunAt }) => begunAt === null || begunAt >= since);
  }
}
