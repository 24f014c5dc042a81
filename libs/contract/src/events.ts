/**
 * Events between areas, by name. A new event is a minor version of the contract, a changed payload a major one. They
 * say *that* something changed; listeners read the database, so a lost event only costs freshness.
 */
export interface PortalEvents {
  /** A course was bought, started or completed by this account. */
  'enrollments-changed': { readonly courseId: string | null };
  /** The institution's credit balance moved. */
  'credits-changed': Record<string, never>;
  /** The institution has booked a course for these of its trainees. Since 1.1. */
  'bookings-changed': { readonly courseId: string; readonly traineeIds: readonly string[] };
  /** The institution's subscription began, changed or ended. */
  'subscription-changed': Record<string, never>;
  /** Personal data of the account were edited. */
  'profile-changed': Record<string, never>;
  /** Entries of a logbook, or the requirement set that they count for, changed. Since 1.7. */
  'logbook-changed': Record<string, never>;
}
export type PortalEventName = keyof PortalEvents;

/** Every event name, for adapters that subscribe to all of them, such as the bridge between tabs. */
export const PORTAL_EVENT_NAMES = [
  'enrollments-changed',
  'credits-changed',
  'bookings-changed',
  'subscription-changed',
  'profile-changed',
  'logbook-changed',
] as const satisfies readonly PortalEventName[];
