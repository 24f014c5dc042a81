import type { z } from 'zod';
import type { PortalEventName, PortalEvents } from '../events';
import type { SlotName, SlotProps } from '../slots';

/** Examples by name. A name says when it happens: "a seminar was bought". */
type Examples<T> = Readonly<Record<string, T>>;

/** An event that an area does something about. */
export interface HeardEvent<E extends PortalEventName> {
  /** What it needs of the payload; left out where the event alone is enough. More than this is left aside. */
  readonly reads?: z.ZodType;
  /** What it is tested with. */
  readonly takes: Examples<PortalEvents[E]>;
  /** What concerns something else, and leaves it as it is. */
  readonly ignores?: Examples<PortalEvents[E]>;
}

/** A slot that an area offers. What it takes is the contract's schema of its props. */
export interface OfferedSlot<S extends SlotName> {
  /** Props that it draws. */
  readonly takes: Examples<SlotProps[S]>;
  /** Props that it refuses, so that its host shows the fallback. */
  readonly refuses?: Examples<object>;
}

/** Where an area meets others (`meeting.config.ts` in the app's folder). */
export interface MeetingConfig {
  /** Events that it publishes, with everything that can be in them. */
  readonly emits?: { readonly [E in PortalEventName]?: Examples<PortalEvents[E]> };
  /** Events that it listens to, or after which what it has read is asked for again. */
  readonly hears?: { readonly [E in PortalEventName]?: HeardEvent<E> };
  /** Slots of other areas that it shows, with the props that it gives. */
  readonly shows?: { readonly [S in SlotName]?: Examples<SlotProps[S]> };
  /** Slots that it offers: those of its declaration. */
  readonly offers?: { readonly [S in SlotName]?: OfferedSlot<S> };
}

/**
 * Declares where an area meets others. The build writes it into the release, and `nemus-release check` compares it with
 * what other areas send and take in the releases that users have.
 *
 * @example
 * export default defineMeeting({
 *   emits: { 'enrollments-changed': { 'a seminar was bought': { courseId: 'c-1' } } },
 *   shows: { 'credit-balance': { 'above the catalogue': { variant: 'inline' } } },
 * });
 */
export function defineMeeting<const M extends MeetingConfig>(meeting: M): M {
  return meeting;
}
