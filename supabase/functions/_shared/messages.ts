import type { Fulfilment, ReturnReason } from './orders.ts';

/** How a checkout stands. */
export type CheckoutState = 'paid' | 'open' | 'pending' | 'returning' | 'failed' | 'expired' | 'refunded' | 'disputed';

const UNPAID: Readonly<Record<Exclude<CheckoutState, 'paid'>, string>> = {
  open: 'Die Zahlung ist noch nicht abgeschlossen.',
  pending: 'Ihre Zahlung ist noch unterwegs. Sobald sie eingegangen ist, schalten wir Ihren Kauf frei.',
  returning: 'Diese Zahlung geht an Sie zurück.',
  failed: 'Die Zahlung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
  expired: 'Die Bezahlseite ist abgelaufen. Es wurde nichts abgebucht.',
  refunded: 'Diese Zahlung wurde erstattet.',
  disputed:
    'Diese Zahlung wurde bei der Bank angefochten. Solange das nicht geklärt ist, ist der Kauf nicht freigeschaltet.',
};

/** What users read about a checkout that is not paid. */
export const unpaidMessage = (state: Exclude<CheckoutState, 'paid'>): string => UNPAID[state];

/** Money in a text, of euros. */
export const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
/** Why nothing could be granted. */
export const REASONS: Readonly<Record<ReturnReason, string>> = {
  already_enrolled: 'Der Kurs war inzwischen schon gekauft oder gebucht.',
  course_gone: 'Der Kurs wird nicht mehr angeboten.',
  trainee_gone: 'Die Person ist nicht mehr mit Ihrer Weiterbildungsstätte verbunden.',
  booking_cancelled: 'Sie haben die Buchung storniert.',
  already_subscribed: 'Sie hatten inzwischen schon ein Abonnement. Das zweite ist beendet.',
};

/** What users read about money that goes back because nothing could be granted for it. */
export function returnMessage({ return_reason: reason, returning_cents: cents }: Fulfilment): string {
  const why = reason === null ? '' : `${REASONS[reason]} `;
  return `${why}Wir erstatten Ihnen ${euro.format(cents / 100)} auf dem Weg, auf dem Sie bezahlt haben; Sie müssen nichts tun.`;
}

/** What users read about what they bought (S-9.12). */
export function boughtMessage(fulfilment: Fulfilment): string {
  const { kind, credits_added: credits, returning_cents: returning } = fulfilment;
  if (kind === 'course' && returning > 0) {
    return `Ein Teil der Plätze ist gebucht. Für die übrigen gilt: ${returnMessage(fulfilment)}`;
  }
  if (kind === 'course') return 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.';
  if (kind === 'subscription') return 'Abonnement aktiviert!';
  return `${new Intl.NumberFormat('de-DE').format(credits ?? 0)} Credits wurden Ihrem Konto hinzugefügt.`;
}

/** What users read of a purchase that they gave up (S-9.14). */
export const CANCELLED = 'Der Kaufvorgang wurde abgebrochen.';
export const NOT_CANCELLED =
  'Diese Zahlung ist schon unterwegs und lässt sich nicht mehr abbrechen. Bitte warten Sie, bis sie eingegangen ist.';

/** What users read when it was granted before. */
export const ALREADY_PROCESSED = 'Zahlung bereits verarbeitet';
