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

/** What a request costs in all. */
export const costOf = ({ payment, credits, cents }: BookingRequest): string =>
  payment === 'credits' ? formatCount(credits, 'Credit', 'Credits') : `${formatCents(cents)}, mit Karte`;

/** Who has asked or decided, when the account is still known, and when. */
export const byWhom = (name: string | null, at: string | null): string =>
  [name ?? 'ein früheres Mitglied', ...(at === null ? [] : [`am ${formatDate(at)}`])].join(' ');
