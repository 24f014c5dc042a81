import type { PortalEventName } from './events';

/** The last answer of one read, unchanged: readers must not modify it. In memory only, unless it says otherwise. */
export interface KeptRead {
  /** Distinguishes reads of one shape: JSON values, such as `['bookings', userId]`. */
  readonly key: readonly unknown[];
  /** The data. The shape tells its type. */
  readonly data: unknown;
  /** When it was read, in milliseconds of `Date.now()`. */
  readonly readAt: number;
  /** Events after which it is not shown again, because they may have changed it. */
  readonly endsWith: readonly PortalEventName[];
  /**
   * Path of the page that shows this read without a connection. Such a read is not kept in memory: it is stored on the
   * device, encrypted, until the session ends or it is too old, and returned only to a page that was opened without a
   * connection. Its data must be JSON. Since 1.16.
   */
  readonly offlinePage?: string;
}

/**
 * Caches what the account's areas have read while they are closed. An area that is opened again shows its data at once,
 * and refetches it in the background. An entry ends with the session, with a change of the account's rights, with one
 * of its events, or with its age.
 */
export interface KeptReadsPort {
  /**
   * All reads of a shape.
   *
   * @param shape Who may show it: code that agrees on keys and types, such as one release of an area
   */
  take(shape: string): readonly KeptRead[];
  /** Stores reads and replaces those with the same shape and key. */
  keep(shape: string, reads: readonly KeptRead[]): void;
}
