import type { BookingRequest } from '@nemus/data';
import { formatCents, formatCount, formatDate, type Tone } from '@nemus/ui';

export const REQUEST_STATES: Readonly<Record<BookingRequest['state'], { readonly text: string; readonly tone: Tone }>> =
  {
    waiting: { text: 'Wartet auf Freigabe', tone: 'warning' },
    approved: { text: 'Freigegeben, noch nicht bezahlt', tone: 'info' },
    booked: { text: 'Freigegeben und gebucht', tone: 'success' },
    declined: { text: 'Abgelehnt', tone: 'error' },
    withdrawn: { text: 'Zurückgenommen', tone: 'neutral' },
    expired: { text: 'Freigabe abgelaufen', tone: 'neutral' },
  };

/** Total cost of a request. */
export const costOf = ({ payment, credits, cents }: BookingRequest): string =>
  payment === 'credits' ? formatCount(credits, 'Credit', 'Credits') : `${formatCents(cents)}, mit Karte`;

/** Who requested or decided, if the account still exists, and when. */
export const byWhom = (name: string | null, at: string | null): string =>
  [name ?? 'ein früheres Mitglied', ...(at === null ? [] : [`am ${formatDate(at)}`])].join(' ');
