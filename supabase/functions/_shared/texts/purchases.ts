import { formatCount, formatMoney } from './values.ts';

/** Purchasable items. */
export type BoughtKind = 'course' | 'credits' | 'subscription';

/** The texts for an unpaid checkout, by its state. */
export const UNPAID = {
  open: 'Die Zahlung ist noch nicht abgeschlossen.',
  pending: 'Ihre Zahlung ist noch unterwegs. Sobald sie eingegangen ist, schalten wir Ihren Kauf frei.',
  returning: 'Diese Zahlung geht an Sie zurück.',
  failed: 'Die Zahlung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
  expired: 'Die Bezahlseite ist abgelaufen. Es wurde nichts abgebucht.',
  refunded: 'Diese Zahlung wurde erstattet.',
  disputed:
    'Diese Zahlung wurde bei der Bank angefochten. Solange das nicht geklärt ist, ist der Kauf nicht freigeschaltet.',
} as const;

/** Why nothing could be granted for a payment. */
export const RETURN_REASONS = {
  already_enrolled: 'Der Kurs war inzwischen schon gekauft oder gebucht.',
  course_gone: 'Der Kurs wird nicht mehr angeboten.',
  dates_gone: 'Für diesen Kurs gibt es inzwischen keinen Termin mehr, den Sie wählen können.',
  country_not_sold: 'In das Land Ihrer Rechnungsanschrift verkaufen wir nicht.',
  trainee_gone: 'Die Person ist nicht mehr mit Ihrer Weiterbildungsstätte verbunden.',
  booking_cancelled: 'Sie haben die Buchung storniert.',
  by_staff: 'Die Akademie hat Ihre Zahlung erstattet.',
  refund_failed: 'Eine frühere Erstattung ist nicht angekommen.',
  account_gone: 'Das Konto war bei Eingang der Zahlung schon gelöscht.',
  already_subscribed: 'Sie hatten inzwischen schon ein Abonnement. Das zweite ist beendet.',
} as const;
export type ReturnReason = keyof typeof RETURN_REASONS;

/** The text for a refund because nothing could be granted. */
export function returningText(reason: ReturnReason | null, cents: number): string {
  const why = reason === null ? '' : `${RETURN_REASONS[reason]} `;
  return `${why}Wir erstatten Ihnen ${formatMoney(cents)} auf dem Weg, auf dem Sie bezahlt haben; Sie müssen nichts tun.`;
}

/** What people read of a booking that was paid and of which only some places could be granted. */
export const partlyBookedText = (returning: string): string =>
  `Ein Teil der Plätze ist gebucht. Für die übrigen gilt: ${returning}`;

/** The text for a completed purchase (S-9.12). */
export function boughtText(kind: BoughtKind, credits: number | null): string {
  if (kind === 'subscription') return 'Abonnement aktiviert!';
  if (kind === 'credits' && credits !== null) return `${formatCount(credits)} Credits wurden Ihrem Konto hinzugefügt.`;
  return 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.';
}

/** What people read of a purchase that they gave up (S-9.14). */
export const CANCELLED = 'Der Kaufvorgang wurde abgebrochen.';
/** What people read when it could not be given up any more. */
export const NOT_CANCELLED =
  'Diese Zahlung ist schon unterwegs und lässt sich nicht mehr abbrechen. Bitte warten Sie, bis sie eingegangen ist.';

/** The text for a payment whose result was already shown (S-9.15). */
export const ALREADY_PROCESSED = 'Zahlung bereits verarbeitet';

const DISPUTES: Readonly<Record<string, string>> = {
  warning_needs_response: 'Rückfrage, Antwort nötig',
  warning_under_review: 'Rückfrage, wird geprüft',
  warning_closed: 'Rückfrage beendet',
  appeal_needs_response: 'Einspruch, Antwort nötig',
  appeal_under_review: 'Einspruch, wird geprüft',
  needs_response: 'Antwort nötig',
  under_review: 'wird geprüft',
  won: 'gewonnen',
  lost: 'verloren',
  prevented: 'abgewendet',
};
/** The state of a dispute at the provider. */
export const disputeState = (status: string): string => DISPUTES[status] ?? 'unbekannt';

const DISPUTE_REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'Die Bank kann die Zahlung nicht verarbeiten',
  check_returned: 'Der Scheck kam zurück',
  credit_not_processed: 'Eine Gutschrift fehlt',
  customer_initiated: 'von der Kundin oder dem Kunden veranlasst',
  debit_not_authorized: 'Die Abbuchung war nicht erlaubt',
  duplicate: 'doppelt abgebucht',
  fraudulent: 'Betrug',
  incorrect_account_details: 'falsche Kontodaten',
  insufficient_funds: 'Konto nicht gedeckt',
  noncompliant: 'Regeln des Kartennetzes nicht eingehalten',
  product_not_received: 'Leistung nicht erhalten',
  product_unacceptable: 'Leistung mangelhaft',
  subscription_canceled: 'Abonnement war gekündigt',
  unrecognized: 'Zahlung nicht erkannt',
};
/** Why a bank contests a payment. */
export const disputeReason = (reason: string): string => DISPUTE_REASONS[reason] ?? 'nicht angegeben';
