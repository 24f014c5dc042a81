import { z } from 'zod';
import type { PortalEventName, PortalEvents } from './events';

/** An event without a payload. */
const nothing = (since: string) => z.object({}).meta({ since });

/**
 * The payload of each event. Tolerant, unlike the props of a slot: a listener drops fields that it does not know, since
 * an event only says *that* something changed. `since` is the version of the contract that added the event or the
 * field.
 */
export const eventPayloadSchemas: { readonly [E in PortalEventName]: z.ZodType<PortalEvents[E]> } = {
  'enrollments-changed': z.object({ courseId: z.string().nullable() }).meta({ since: '1.0' }),
  'credits-changed': nothing('1.0'),
  'bookings-changed': z.object({ courseId: z.string(), traineeIds: z.array(z.string()) }).meta({ since: '1.1' }),
  'subscription-changed': nothing('1.0'),
  'profile-changed': nothing('1.0'),
  'logbook-changed': nothing('1.7'),
};
