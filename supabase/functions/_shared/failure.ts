/** Every refusal of a function: its HTTP status, and the German text that users read. */
const FAILURES = {
  invalid_request: { status: 400, message: 'Die Anfrage ist unvollständig oder fehlerhaft.' },
  invalid_order: { status: 400, message: 'Diese Bestellung ist nicht möglich.' },
  too_many_credits: { status: 400, message: 'Auf einmal können Sie höchstens 100.000 Credits kaufen.' },
  start_in_the_past: { status: 400, message: 'Der Beginn darf nicht in der Vergangenheit liegen.' },
  start_too_late: { status: 400, message: 'Der Beginn darf höchstens zwei Jahre in der Zukunft liegen.' },
  not_signed_in: { status: 401, message: 'Bitte melden Sie sich an.' },
  address_unconfirmed: { status: 403, message: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.' },
  approval_required: { status: 403, message: 'Ihre Weiterbildungsstätte ist noch nicht freigegeben.' },
  institution_required: { status: 403, message: 'Dies steht nur Weiterbildungsstätten zur Verfügung.' },
  course_not_found: { status: 404, message: 'Dieser Kurs wird nicht angeboten.' },
  payment_not_found: { status: 404, message: 'Diese Zahlung wurde nicht gefunden.' },
  trainee_not_found: { status: 404, message: 'Eine der ausgewählten Personen wurde nicht gefunden.' },
  order_not_found: { status: 404, message: 'Diese Zahlung wurde nicht gefunden.' },
  method_not_allowed: { status: 405, message: 'Die Anfrage ist unvollständig oder fehlerhaft.' },
  trainee_linked: { status: 409, message: 'Diese Person ist bereits verbunden.' },
  invitation_too_soon: {
    status: 429,
    message: 'Die Einladung wurde gerade erst verschickt. Bitte warten Sie eine Minute.',
  },
  invitation_limit_institution: { status: 429, message: 'Für heute sind alle Einladungen verschickt.' },
  invitation_limit_recipient: { status: 429, message: 'Diese Person hat heute schon mehrere Einladungen bekommen.' },
  invitation_limit_total: { status: 429, message: 'Für heute sind alle Einladungen verschickt.' },
  too_many_withdrawals: {
    status: 429,
    message:
      'Von Ihrem Anschluss oder für diese E-Mail-Adresse sind gerade mehrere Widerrufe eingegangen. Bitte schreiben Sie unserem Support, wenn einer fehlt.',
  },
  withdrawal_differs: {
    status: 409,
    message: 'Dieser Widerruf ist bereits mit anderen Angaben eingegangen. Bitte laden Sie die Seite neu.',
  },
  trainee_inactive: {
    status: 409,
    message: 'Eine der ausgewählten Personen ist inaktiv. Kurse werden nur für aktive PiW gebucht.',
  },
  booking_not_found: { status: 404, message: 'Diese Buchung wurde nicht gefunden.' },
  place_not_found: { status: 404, message: 'Dieser Platz ist schon storniert.' },
  booking_over: { status: 409, message: 'Diese Buchung ist storniert oder abgeschlossen.' },
  booking_is_sample: { status: 409, message: 'Beispielbuchungen können nicht geändert werden.' },
  booking_deadline_passed: { status: 409, message: 'Die Frist für Änderungen dieser Buchung ist abgelaufen.' },
  place_begun: { status: 409, message: 'Diese Person hat den Kurs schon begonnen.' },
  trainee_left: { status: 409, message: 'Diese Person ist nicht mehr mit Ihnen verbunden.' },
  no_trainees: { status: 400, message: 'Bitte wählen Sie mindestens eine Person aus.' },
  start_unchanged: { status: 400, message: 'Bitte wählen Sie einen anderen ersten Kurstag.' },
  purchase_pending: {
    status: 409,
    message:
      'Sie haben das schon bestellt, die Zahlung steht noch aus. Bitte warten Sie darauf, oder brechen Sie den Kauf ab.',
  },
  purchase_elsewhere: {
    status: 409,
    message:
      'Dieser Kurs wird für diese Person gerade von jemand anderem bestellt. Bitte warten Sie, bis das abgeschlossen ist.',
  },
  already_enrolled: { status: 409, message: 'Für diesen Kurs besteht bereits eine Anmeldung.' },
  too_many_orders: {
    status: 429,
    message:
      'Sie haben gerade sehr viele Käufe begonnen. Bitte bezahlen Sie einen davon, oder versuchen Sie es später noch einmal.',
  },
  billing_address_missing: { status: 409, message: 'Bitte geben Sie zuerst Ihre Rechnungsanschrift an.' },
  already_subscribed: { status: 409, message: 'Sie haben bereits ein Abonnement.' },
  unexpected: { status: 500, message: 'Ein unerwarteter Fehler ist aufgetreten' },
  provider_unavailable: {
    status: 502,
    message: 'Der Zahlungsanbieter ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
  },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>;

export type FailureCode = keyof typeof FAILURES;

export const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(FAILURES, code);

/** A refusal that the caller can understand. Everything else that is thrown becomes `unexpected`. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly status: number;

  /** @param options.message what users read instead, where the database knows more: until when, or who */
  constructor(code: FailureCode, { message, ...options }: { cause?: unknown; message?: string } = {}) {
    super(message ?? FAILURES[code].message, options);
    this.code = code;
    this.status = FAILURES[code].status;
  }
}
