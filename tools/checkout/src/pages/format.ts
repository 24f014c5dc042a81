import type { Interval, Price } from '../resources';

/** `1.234,00 €` from cents. */
export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('de-DE', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
}

const DATE = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Berlin',
});

/** `31.12.2026` from seconds since 1970. */
export const formatDate = (seconds: number): string => DATE.format(new Date(seconds * 1000));

const PER: Readonly<Record<Interval, string>> = {
  month: 'pro Monat',
  year: 'pro Jahr',
};
const EVERY: Readonly<Record<Interval, string>> = {
  month: 'monatlich',
  year: 'jährlich',
};

/** `299,00 € pro Monat`; without an interval the amount alone. */
export function formatPrice(price: Price, quantity = 1): string {
  const amount = formatMoney(price.unit_amount * quantity, price.currency);
  return price.recurring ? `${amount} ${PER[price.recurring.interval]}` : amount;
}

/** `monatlich`, or an empty text for a single payment. */
export const formatInterval = (price: Price): string => (price.recurring ? EVERY[price.recurring.interval] : '');
