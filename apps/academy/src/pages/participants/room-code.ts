import type { DatePart, DateParticipants } from '@nemus/data';
import { formatDateTime } from '@nemus/ui';

/** Codes still work for half an hour after the end: `nemus_code_closes` in supabase/schemas/dates/attendance_codes.sql. */
const STAYS_OPEN = 30 * 60_000;

/**
 * Whether the code for the room can be shown for a begun date or part: null, or the reason why not. A code always
 * counts for the part that began last.
 */
export function roomCodeBar(
  { starts_at, ends_at, parts }: DateParticipants['appointment'],
  part: DatePart | null,
  now: number,
): string | null {
  const closes = Date.parse(ends_at) + STAYS_OPEN;
  const isOver = part !== null && parts?.some((one) => one.starts_at > starts_at && Date.parse(one.starts_at) <= now);
  if (isOver) return 'Der Code für den Raum gilt inzwischen für einen späteren Teil.';
  if (now <= closes) return null;
  return `Den Code für den Raum gab es bis ${formatDateTime(new Date(closes))} Uhr. Anwesenheit tragen Sie jetzt hier ein.`;
}
