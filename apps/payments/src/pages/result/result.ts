import { ALREADY_PROCESSED, boughtText, DataError, type PaymentVerification } from '@nemus/data';
import { messageOf } from '../../checkout/purchase';

/** Texts of the result page (S-9.15). */
export interface Result {
  readonly kind: 'bought' | 'waiting' | 'failed' | 'unverified';
  readonly title: string;
  readonly text: string;
  /** Further text: what happens next. */
  readonly next: string | null;
  /** Support can help. */
  readonly support: boolean;
  /** Asking again may bring another answer. */
  readonly retry: boolean;
}

/** The address has no session: it is not from a payment. */
export const NO_SESSION: Result = {
  kind: 'failed',
  title: 'Zahlungsfehler',
  text: 'Keine Session-ID gefunden',
  next: 'Diese Seite öffnet sich nach einer Zahlung automatisch. Es wurde nichts gekauft.',
  support: false,
  retry: false,
};

/** Texts for a checked payment. `gaveUp`: automatic checks have ended. */
export function resultOf(payment: PaymentVerification, gaveUp: boolean): Result {
  if (payment.success) {
    const again = payment.already_processed;
    return {
      kind: 'bought',
      title: again ? ALREADY_PROCESSED : 'Zahlung erfolgreich!',
      text: boughtText(payment.kind, payment.credits_added),
      next: again ? 'Ihr Kauf ist verbucht. Es wurde nichts doppelt berechnet oder gutgeschrieben.' : null,
      support: false,
      retry: false,
    };
  }
  if (payment.status === 'open' || payment.status === 'pending') {
    return {
      kind: 'waiting',
      title: payment.status === 'pending' ? 'Ihre Zahlung ist unterwegs' : 'Ihre Zahlung ist noch nicht eingegangen',
      text: payment.message,
      next: gaveUp
        ? 'Sie können diese Seite schließen: Sobald die Zahlung eingegangen ist, schalten wir Ihren Kauf ohne Ihr Zutun frei. Bei einer Lastschrift dauert das einige Tage.'
        : 'Wir prüfen automatisch weiter.',
      // Also earlier: users who have paid want to know whom to contact.
      support: true,
      retry: true,
    };
  }
  if (payment.status === 'returning') {
    return {
      kind: 'waiting',
      title: 'Ihre Zahlung geht an Sie zurück',
      text: payment.message,
      next: 'Wir schreiben Ihnen, sobald das Geld unterwegs ist.',
      support: true,
      retry: false,
    };
  }
  return {
    kind: 'failed',
    title: 'Zahlungsfehler',
    text: payment.message,
    next:
      payment.status === 'refunded' || payment.status === 'disputed'
        ? null
        : 'Sie können den Kauf im Portal noch einmal beginnen.',
    support: true,
    retry: false,
  };
}

/** Texts for a payment that could not be checked. */
export function resultOfError(error: unknown): Result {
  const unknown = error instanceof DataError && error.status === 404;
  return {
    kind: 'unverified',
    title: 'Verifikationsfehler',
    text: messageOf(error),
    next: unknown
      ? 'Sind Sie mit dem Konto angemeldet, mit dem Sie bezahlt haben? Sonst hilft Ihnen unser Support weiter.'
      : 'Ihre Zahlung geht nicht verloren. Bitte versuchen Sie es noch einmal oder wenden Sie sich an unseren Support.',
    support: true,
    retry: !unknown,
  };
}
