import type { Fulfilment } from './orders.ts';

/** How a checkout stands. */
export type CheckoutState = 'paid' | 'open' | 'pending' | 'failed' | 'expired' | 'refunded' | 'disputed';

const UNPAID: Readonly<Record<Exclude<CheckoutState, 'paid'>, string>> = {
  open: 'Die Zahlung ist noch nicht abgeschlossen.',
  pending: 'Ihre Zahlung ist noch unterwegs. Sobald sie eingegangen ist, schalten wir Ihren Kauf frei.',
  failed: 'Die Zahlung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
  expired: 'Die Bezahlseite ist abgelaufen. Es wurde nichts abgebucht.',
  refunded: 'Diese Zahlung wurde erstattet.',
  disputed:
    'Diese Zahlung wurde bei der Bank angefochten. Solange das nicht geklärt ist, ist der Kauf nicht freigeschaltet.',
};

/** What users read about a checkout that is not paid. */
export const unpaidMessage = (state: Exclude<CheckoutState, 'paid'>): string => UNPAID[state];

/** What users read about what they bought (specification §8). */
export function boughtMessage({ kind, credits_added: credits }: Fulfilment): string {
  if (kind === 'course') return 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.';
  if (kind === 'subscription') return 'Abonnement aktiviert!';
  return `${credits ?? 0} Credits wurden Ihrem Konto hinzugefügt.`;
}

/** What users read when it was granted before. */
export const ALREADY_PROCESSED = 'Zahlung bereits verarbeitet';
