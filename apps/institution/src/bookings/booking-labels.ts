import type { BookingStatus } from '@nemus/data';
import { formatDate, type Tone } from '@nemus/ui';

export const BOOKING_LABELS: Readonly<Record<BookingStatus, { readonly text: string; readonly tone: Tone }>> = {
  confirmed: { text: 'Bestätigt', tone: 'success' },
  open: { text: 'Offen', tone: 'warning' },
  completed: { text: 'Abgeschlossen', tone: 'neutral' },
  cancelled: { text: 'Storniert', tone: 'error' },
};

/** First to last day: `12.12.2026 – 14.12.2026`, or the one day. */
export function formatPeriod({ start_date, end_date }: { start_date: string; end_date: string }): string {
  return start_date === end_date ? formatDate(start_date) : `${formatDate(start_date)} – ${formatDate(end_date)}`;
}
