import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { competencySchema } from '../rows/course';
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
  /** `completed`: what was confirmed and is over; of a seminar's date, where the person was ticked as there. */
  status: z.enum(APPOINTMENT_STATUSES),
  /** Place in the queue, from 1; null unless the status is `waitlist`. */
  waitlist_position: z.number().nullable(),
  /** Null without a confirmed place, and as long as no link was set. */
  meeting_url: z.string().nullable(),
  /** 1 to 5 stars, null before the account has rated. */
  rating: z.number().nullable(),
  feedback: z.string().nullable(),
  /** Of the sample set: nothing that the account did. */
  is_sample: z.boolean().default(false),
  /** When the appointment or the account's place in it last changed. */
  updated_at: z.string(),
  /** What calendars call the sequence of the entry: grows with every change of the appointment or of the place. */
  calendar_sequence: z.number().default(0),
  /** The seminar that it is a date of; null for any other appointment. What follows is about such dates alone. */
  course_id: z.string().nullable().default(null),
  /** Until when it can be changed and left. */
  change_until: z.string().nullable().default(null),
  /** The academy cancelled it, not the account. */
  cancelled_by_academy: z.boolean().default(false),
  cancel_reason: z.string().nullable().default(null),
  /** What was ticked; null as long as nothing was. */
  attendance: z.enum(['present', 'partial', 'absent']).nullable().default(null),
  /** Teaching units that the person was there. */
  attended_units: z.number().nullable().default(null),
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

/** @param userId whose appointments the cache holds; the database itself asks the session */
export const appointmentsQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['appointments', userId], queryFn: () => fetchAppointments(client) });
