import type { BookingStatus } from '@nemus/data';
import { formatDays, type Tone } from '@nemus/ui';

export const BOOKING_LABELS: Readonly<Record<BookingStatus, { readonly text: string; readonly tone: Tone }>> = {
  confirmed: { text: 'Bestätigt', tone: 'success' },
  open: { text: 'Offen', tone: 'warning' },
  completed: { text: 'Abgeschlossen', tone: 'neutral' },
  cancelled: { text: 'Storniert', tone: 'error' },
};

/** First to last day of a booking. */
export const formatPeriod = ({ start_date, end_date }: { start_date: string; end_date: string }): string =>
  formatDays(start_date, end_date);
