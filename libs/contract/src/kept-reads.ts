import type { PortalEventName } from './events';

/** The last answer of one read. In memory alone, and as it was: whoever takes it changes nothing in it. */
export interface KeptRead {
  /** Tells the reads of one shape apart: values of JSON, such as `['bookings', userId]`. */
  readonly key: readonly unknown[];
  /** What was read; whoever takes it knows its type by the shape. */
  readonly data: unknown;
  /** When it was read, in milliseconds of `Date.now()`. */
  readonly readAt: number;
  /** Events after which it is not shown again: what they tell of may have changed it. */
  readonly endsWith: readonly PortalEventName[];
}

/**
 * What the account's areas have read, kept by the shell while they are not open, so that an area opened again shows at
 * once what it had, and asks behind it. It ends with the session, with a change of the account's rights, with the events
 * that it names, and with its age.
 */
export interface KeptReadsPort {
  /**
   * Everything kept of a shape.
   *
   * @param shape Who may show it: code that agrees on keys and types, such as one release of an area
   */
  take(shape: string): readonly KeptRead[];
  /** Keeps reads; those of the same shape and key give way. */
  keep(shape: string, reads: readonly KeptRead[]): void;
}
