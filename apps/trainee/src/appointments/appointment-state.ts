import type { Appointment, AppointmentStatus } from '@nemus/data';
import { formatDate, formatTime, type Tone } from '@nemus/ui';
import { hasEnoughParts, isMarked, partAt } from './parts';

/** How long before its start an online appointment can be joined, in minutes. */
const JOIN_MINUTES_BEFORE = 15;
const MINUTE = 60_000;

/** Exact labels of the status chips (S-5.3). */
const STATUS_LABELS: Readonly<Record<AppointmentStatus, { readonly label: string; readonly tone: Tone }>> = {
  confirmed: { label: 'Bestätigt', tone: 'success' },
  waitlist: { label: 'Warteliste', tone: 'warning' },
  cancelled: { label: 'Abgesagt', tone: 'error' },
  completed: { label: 'Abgeschlossen', tone: 'neutral' },
};

const startOf = ({ starts_at }: Appointment) => Date.parse(starts_at);
const endOf = ({ ends_at }: Appointment) => Date.parse(ends_at);

/** The current status: a confirmed and past one is completed, even before a refetch. */
function statusAt(appointment: Appointment, now: number): AppointmentStatus {
  // A seminar's date is only completed by its tick, according to the database.
  const byTime = appointment.course_id === null && appointment.status === 'confirmed' && isOver(appointment, now);
  return byTime ? 'completed' : appointment.status;
}

/** Whether it has ended. */
export const isOver = (appointment: Appointment, now: number): boolean => endOf(appointment) <= now;

/** The current status in words. For a past date of a seminar, its tick. */
export function statusLabel(appointment: Appointment, now: number): { readonly label: string; readonly tone: Tone } {
  const status = statusAt(appointment, now);
  if (appointment.course_id !== null && status === 'confirmed' && isOver(appointment, now)) {
    return appointment.attendance === 'absent'
      ? { label: 'Nicht teilgenommen', tone: 'neutral' }
      : { label: 'Teilnahme wird eingetragen', tone: 'neutral' };
  }
  if (status === 'completed' && appointment.parts !== null && !isMarked(appointment)) {
    return { label: 'Teilnahme wird eingetragen', tone: 'neutral' };
  }
  if (status === 'completed' && appointment.attendance === 'partial' && hasEnoughParts(appointment) !== true) {
    return { label: 'Teilweise teilgenommen', tone: 'neutral' };
  }
  return STATUS_LABELS[status];
}

/** Whether the account has, or waits for, a place. */
const isOpen = ({ status }: Appointment) => status === 'confirmed' || status === 'waitlist';

/** True for a current or future appointment with a place or a position on the waiting list. */
export function isUpcoming(appointment: Appointment, now: number): boolean {
  return isOpen(appointment) && endOf(appointment) > now;
}

/**
 * The three lists of the page: upcoming ones by their next part and cancelled ones, the next one first, and past ones, the latest first. A
 * cancelled one whose date has passed is past.
 */
export function splitAppointments(appointments: readonly Appointment[], now: number) {
  const isCalledOff = (appointment: Appointment) => appointment.status === 'cancelled' && endOf(appointment) > now;
  const upcoming = appointments.filter((appointment) => isUpcoming(appointment, now));
  const calledOff = appointments.filter(isCalledOff);
  const past = appointments.filter((appointment) => !isUpcoming(appointment, now) && !isCalledOff(appointment));
  return {
    upcoming: upcoming.toSorted(
      (a, b) => Date.parse(partAt(a, now).starts_at) - Date.parse(partAt(b, now).starts_at) || a.id.localeCompare(b.id),
    ),
    calledOff: calledOff.toSorted((a, b) => startOf(a) - startOf(b) || a.id.localeCompare(b.id)),
    past: past.toSorted((a, b) => startOf(b) - startOf(a) || a.id.localeCompare(b.id)),
  } as const;
}

/** The next appointment with a place; null without one. */
export function nextAppointment(appointments: readonly Appointment[], now: number): Appointment | null {
  return splitAppointments(appointments, now).upcoming.find(({ status }) => status === 'confirmed') ?? null;
}

/** Whether an online appointment can be joined now, and if not, why. Null: it is not online. */
export type JoinState = { readonly url: string } | { readonly url: null; readonly reason: string } | null;

/** From 15 minutes before the start to the end, of each part (S-5.5). */
export function joinState(appointment: Appointment, now: number): JoinState {
  if (appointment.format !== 'Online' || !isOpen(appointment) || !isUpcoming(appointment, now)) return null;
  if (appointment.status === 'waitlist') {
    return {
      url: null,
      reason: 'Sie stehen auf der Warteliste. Sobald ein Platz für Sie frei wird, können Sie teilnehmen.',
    };
  }
  if (appointment.meeting_url === null) {
    return { url: null, reason: 'Der Zugangslink wird noch bereitgestellt.' };
  }
  const opens = Date.parse(partAt(appointment, now).starts_at) - JOIN_MINUTES_BEFORE * MINUTE;
  if (now < opens) {
    return { url: null, reason: `Zugang ab ${formatDate(opens)}, ${formatTime(opens)} Uhr` };
  }
  return { url: appointment.meeting_url };
}

/** Current actions of an appointment. */
export interface AppointmentActions {
  /** Another date of the seminar can be chosen. */
  readonly change: boolean;
  readonly cancel: boolean;
  readonly certificate: boolean;
  readonly rate: boolean;
}

/**
 * Cancelling before the start; certificate and rating once it is completed (S-5.5). A date in parts has the certificate
 * as soon as it is issued.
 */
export function actionsOf(appointment: Appointment, now: number): AppointmentActions {
  const completed = statusAt(appointment, now) === 'completed';
  const ahead = isOpen(appointment) && startOf(appointment) > now;
  const deadline = Date.parse(appointment.change_until ?? appointment.starts_at);
  const changeable = ahead && (appointment.status === 'waitlist' || deadline > now);
  return {
    change: changeable && appointment.course_id !== null,
    cancel: changeable,
    certificate: appointment.parts === null ? completed : appointment.has_certificate === true,
    rate: completed,
  };
}

/** When the state of one of these next changes automatically; null for never. */
export function nextChange(appointments: readonly Appointment[], now: number): number | null {
  const moments = appointments.flatMap((appointment) => [
    Date.parse(appointment.change_until ?? appointment.starts_at),
    ...(appointment.parts ?? [appointment]).flatMap(({ starts_at, ends_at }) => [
      Date.parse(starts_at) - JOIN_MINUTES_BEFORE * MINUTE,
      Date.parse(starts_at),
      Date.parse(ends_at),
    ]),
  ]);
  const ahead = moments.filter((moment) => moment > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}
