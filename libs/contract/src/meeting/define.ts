import type { z } from 'zod';
import type { PortalEventName, PortalEvents } from '../events';
import type { SlotName, SlotProps } from '../slots';

/** Examples by name. A name says when the event happens: "a seminar was bought". */
type Examples<T> = Readonly<Record<string, T>>;

/** An event that an area reacts to. */
export interface HeardEvent<E extends PortalEventName> {
  /** The part of the payload that the area needs; left out when the event alone is enough. Other fields are ignored. */
  readonly reads?: z.ZodType;
  /** Payloads that the tests use. */
  readonly takes: Examples<PortalEvents[E]>;
  /** Payloads about something else, which must change nothing. */
  readonly ignores?: Examples<PortalEvents[E]>;
}

/** A slot that an area offers. The contract's schema says which props it takes. */
export interface OfferedSlot<S extends SlotName> {
  /** Props that it draws. */
  readonly takes: Examples<SlotProps[S]>;
  /** Props that it refuses, so that its host shows the fallback. */
  readonly refuses?: Examples<object>;
}

/** The events and slots through which an area meets other areas (`meeting.config.ts` in the app's folder). */
export interface MeetingConfig {
  /** Events that it publishes, with all their fields. */
  readonly emits?: { readonly [E in PortalEventName]?: Examples<PortalEvents[E]> };
  /** Events that it listens to, or after which it refetches. */
  readonly hears?: { readonly [E in PortalEventName]?: HeardEvent<E> };
  /** Slots of other areas that it shows, with the props that it passes. */
  readonly shows?: { readonly [S in SlotName]?: Examples<SlotProps[S]> };
  /** Slots that it offers, as in its declaration. */
  readonly offers?: { readonly [S in SlotName]?: OfferedSlot<S> };
}

/**
 * Declares where an area meets others. The build writes it into the release, and `nemus-release check` compares it with
 * what the released versions of other areas send and accept.
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
