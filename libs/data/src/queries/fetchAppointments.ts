import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { competencySchema } from '../rows/course';
import { datePartsSchema, partMarksSchema } from '../rows/date-part';
import { readPages } from './pages';

export const APPOINTMENT_TYPES = ['Seminar', 'Sprechstunde', 'Workshop', 'Supervision', 'Webinar'] as const;
export const APPOINTMENT_FORMATS = ['Präsenz', 'Online', 'Blended'] as const;
export const APPOINTMENT_STATUSES = ['confirmed', 'waitlist', 'cancelled', 'completed'] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** A row of the view `nemus_my_appointments`: an appointment with the caller's own place in it. Times are ISO 8601. */
export const appointmentSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum(APPOINTMENT_TYPES),
  format: z.enum(APPOINTMENT_FORMATS),
  starts_at: z.string(),
  ends_at: z.string(),
  /** Address or room; empty for an appointment that is only online. */
  location: z.string(),
  instructor: z.string(),
  competency: competencySchema.nullable(),
  /** Teaching units that a certificate of attendance states. */
  units: z.number(),
  participants_taken: z.number(),
  capacity: z.number(),
  /** `completed`: confirmed and past; for a seminar's date, ticked as present. */
  status: z.enum(APPOINTMENT_STATUSES),
  /** Place in the queue, from 1; null unless the status is `waitlist`. */
  waitlist_position: z.number().nullable(),
  /** Null without a confirmed place, and until a link is set. */
  meeting_url: z.string().nullable(),
  /** 1 to 5 stars, null before the account has rated. */
  rating: z.number().nullable(),
  feedback: z.string().nullable(),
  /** Part of the sample data, not done by the account. */
  is_sample: z.boolean().default(false),
  /** When the appointment or the account's place in it last changed. */
  updated_at: z.string(),
  /** The sequence number for calendars: grows with every change of the appointment or of the place. */
  calendar_sequence: z.number().default(0),
  /** The seminar that it is a date of; null for any other appointment. The following fields are for such dates only. */
  course_id: z.string().nullable().default(null),
  /** Until when it can be changed or left. */
  change_until: z.string().nullable().default(null),
  /** Cancelled by the academy, not by the account. */
  cancelled_by_academy: z.boolean().default(false),
  cancel_reason: z.string().nullable().default(null),
  /** The attendance tick; null while there is none. */
  attendance: z.enum(['present', 'partial', 'absent']).nullable().default(null),
  /** Teaching units that the person attended. */
  attended_units: z.number().nullable().default(null),
  /** A waiting person: until when a place is offered after the deadline. */
  offered_until: z.string().nullable().default(null),
  parts: datePartsSchema,
  /** Attended parts that the certificate needs; null for a date with one part. */
  parts_needed: z.number().nullable().default(null),
  part_marks: partMarksSchema,
  /** Of a date in parts: whether its certificate of attendance was issued; more needed parts do not take it back. */
  has_certificate: z.boolean().nullish(),
});
export type Appointment = z.infer<typeof appointmentSchema>;

/** The caller's appointments, past and upcoming, by their start. */
export function fetchAppointments(client: DataClient): Promise<Appointment[]> {
  return readPages(
    (from, to) =>
      client
        .from('nemus_my_appointments')
        .select('*', { count: 'exact' })
        .order('starts_at')
        .order('id')
        .range(from, to),
    z.array(appointmentSchema),
  );
}

/** @param userId whose appointments the cache holds; the database uses the session */
export const appointmentsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['appointments', userId], queryFn: () => fetchAppointments(client) });
