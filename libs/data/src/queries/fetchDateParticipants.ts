import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { datePartsSchema, partMarksSchema } from '../rows/date-part';
import { APPOINTMENT_FORMATS } from './fetchAppointments';

/** What can be ticked for a person at a date. */
export const ATTENDANCES = ['present', 'partial', 'absent'] as const;
export type Attendance = (typeof ATTENDANCES)[number];

const participantSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  /** A place is `confirmed`; a person who left stays in the list while attendance is ticked. */
  status: z.enum(['confirmed', 'waitlist', 'cancelled', 'completed']),
  waitlist_position: z.number().nullable(),
  /** ISO 8601; a place is offered to a waiting person until then. */
  offered_until: z.string().nullable().default(null),
  /** False: the booking ended, by a refund for example. Past attendance stays. */
  is_enrolled: z.boolean(),
  /** The reader, whose attendance another person ticks. */
  is_own: z.boolean(),
  attendance: z.enum(ATTENDANCES).nullable(),
  attended_units: z.number().nullable(),
  part_marks: partMarksSchema,
  /** Version of the ticks: a change names the version that was shown. */
  marks: z.number(),
  /** ISO 8601. */
  marked_at: z.string().nullable(),
  marked_how: z.enum(['list', 'code']).nullable(),
  marked_by: z.string().nullable(),
  /** Number of the valid certificate of attendance. */
  certificate: z.string().nullable(),
  /** What the cancelled date took; null at other dates. */
  lost: z.enum(['place', 'waiting']).nullable().default(null),
  phone: z.string().nullable().default(null),
});
/** A person on the list of a date. */
export type DateParticipant = z.infer<typeof participantSchema>;

/** The list of a date, as `nemus_date_participants` and `nemus_mark_attendance` answer it. */
export const dateParticipantsSchema = z.object({
  appointment: z.object({
    id: z.string(),
    course_id: z.string(),
    title: z.string(),
    course_title: z.string(),
    /** ISO 8601, as `ends_at`. */
    starts_at: z.string(),
    ends_at: z.string(),
    format: z.enum(APPOINTMENT_FORMATS),
    location: z.string(),
    instructor: z.string(),
    units: z.number(),
    capacity: z.number(),
    cancelled_at: z.string().nullable(),
    parts: datePartsSchema,
    /** Attended parts that the certificate needs; null for a date with one part. */
    parts_needed: z.number().nullable().default(null),
  }),
  has_begun: z.boolean(),
  /** What staff wrote to people of the date, newest first. */
  messages: z.array(
    z.object({
      /** ISO 8601. */
      at: z.string(),
      by: z.string(),
      text: z.string(),
      /** Names of the recipients whose accounts still exist. */
      people: z.array(z.string()),
    }),
  ),
  participants: z.array(participantSchema),
});
export type DateParticipants = z.infer<typeof dateParticipantsSchema>;

/**
 * The participants of a date of a seminar: places by name, then the waiting list.
 * Fails with `staff_required` or `appointment_not_found`.
 */
export async function fetchDateParticipants(client: DataClient, appointmentId: string): Promise<DateParticipants> {
  return readRows(
    await client.rpc('nemus_date_participants', { p_appointment: appointmentId }),
    dateParticipantsSchema,
  );
}

export const dateParticipantsQuery = (client: DataClient, appointmentId: string) =>
  queryOptions({
    queryKey: ['academy', 'participants', appointmentId],
    queryFn: () => fetchDateParticipants(client, appointmentId),
  });
