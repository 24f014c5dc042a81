import type { MeetingConfig, OfferedSlot } from '@nemus/contract/config';
import type { PortalEventName, PortalEvents, SlotName, SlotProps } from '@nemus/contract';

type Examples<T> = Readonly<Record<string, T>>;

/**
 * An event as the area declares to publish it, in the form of `ports.events.published()`.
 *
 * @example
 * expect(ports.events.published()).toContainEqual(emitted(meeting, 'profile-changed', 'the settings were saved'));
 */
export function emitted<E extends PortalEventName>(
  meeting: MeetingConfig,
  event: E,
  example: string,
): { readonly name: E; readonly payload: PortalEvents[E] } {
  return { name: event, payload: pick(meeting.emits?.[event], event, example) };
}

/**
 * The payload of an event as the area declares to accept it.
 *
 * @example
 * ports.events.publish('bookings-changed', heard(meeting, 'bookings-changed', 'one of two was booked'));
 */
export function heard<E extends PortalEventName>(meeting: MeetingConfig, event: E, example: string): PortalEvents[E] {
  const declared = meeting.hears?.[event];
  const all: Examples<PortalEvents[E]> = { ...declared?.takes, ...declared?.ignores };
  return pick(all, event, example);
}

/**
 * A slot of another area as the area declares to show it, in the form of `slots.shown()`.
 *
 * @example
 * expect(ports.slots.shown()).toContainEqual(shown(meeting, 'credit-balance', 'above the catalogue'));
 */
export function shown<S extends SlotName>(
  meeting: MeetingConfig,
  slot: S,
  example: string,
): { readonly name: S; readonly props: SlotProps[S] } {
  return { name: slot, props: pick(meeting.shows?.[slot], slot, example) };
}

/** Props with which the area declares to render its slot. */
export function offered<S extends SlotName>(meeting: MeetingConfig, slot: S, example: string): SlotProps[S] {
  const offer: OfferedSlot<S> | undefined = meeting.offers?.[slot];
  return pick(offer?.takes, slot, example);
}

function pick<T>(examples: Examples<T> | undefined, name: string, example: string): T {
  const found = examples && Object.hasOwn(examples, example) ? examples[example] : undefined;
  if (found !== undefined) return found;
  throw new Error(`meeting.config.ts has no example "${example}" of "${name}".`);
}
