import { statfsSync } from 'node:fs';

/** How long an answer of the file system is believed, in milliseconds. */
const BELIEVED = 200;
const MB = 1_048_576;

/**
 * What always stays free, in bytes. Postgres adds to its log in files of 16 MB: one that cannot be written stops the
 * embedded database in the middle of a commit, and with it this process, for ever.
 */
export const DEFAULT_RESERVE = 64 * MB;

/** Whether there is room to write. */
export interface Room {
  /** Bytes that are left on the disk. */
  free(): number;
  /** Less space is left than must always stay free, so writes are refused. Logged once, and once when it has ended. */
  isFull(): boolean;
}

/** Bytes that this process may still write below a folder. */
function freeBelow(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A whole number of megabytes, for people. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / MB)} MB`;

/**
 * Watches the room on the disk of a folder.
 *
 * @param reserve bytes that stay free.
 * @param log hears of it, one line each.
 * @param measure another way to ask the file system, for tests.
 */
export function watchRoom(
  folder: string,
  reserve: number,
  log: (line: string) => void,
  measure: (folder: string) => number = freeBelow,
): Room {
  let asked = -Infinity;
  let full = false;
  return {
    free: () => measure(folder),
    isFull() {
      if (performance.now() - asked < BELIEVED) return full;
      asked = performance.now();
      const free = measure(folder);
      const wasFull = full;
      full = free < reserve;
      if (full && !wasFull) {
        log(
          `The disk of ${folder} is full: ${megabytes(free)} left, ${megabytes(reserve)} have to stay free. Nothing is written until there is room; what was saved is safe.`,
        );
      }
      if (!full && wasFull) log(`The disk of ${folder} has room again: writing goes on.`);
      return full;
    },
  };
}
