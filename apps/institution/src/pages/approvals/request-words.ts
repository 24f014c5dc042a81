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

/** Total cost of a request: a waiting one costs today's price, which the approval is for. */
const costOf = ({ payment, credits, cents, price_now: now }: BookingRequest): string =>
  priceOf(payment, now ?? credits + cents);

/** Cost with the requested price, if it has changed since. */
export const costWithChange = (request: BookingRequest): string => {
  const { payment, credits, cents, price_now: now } = request;
  const changed = now !== null && now !== credits + cents;
  return changed ? `${costOf(request)} (angefragt: ${priceOf(payment, credits + cents)})` : costOf(request);
};

const priceOf = (payment: BookingRequest['payment'], price: number): string =>
  payment === 'credits' ? formatCount(price, 'Credit', 'Credits') : `${formatCents(price)}, mit Karte`;

/** Who requested or decided, if the account still exists, and when. */
export const byWhom = (name: string | null, at: string | null): string =>
  [name ?? 'ein früheres Mitglied', ...(at === null ? [] : [`am ${formatDate(at)}`])].join(' ');
