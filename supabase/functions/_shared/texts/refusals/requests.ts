import { cases, says, type Entry } from '../entry.ts';
import { FAILURES } from '../failures.ts';
import { fieldProblem } from '../field-problems.ts';

/** Refusals of any function, and of a field of a form. */
export const REQUESTS = {
  // Any function
  invalid_request: cases(400, 'Die Anfrage ist unvollständig oder fehlerhaft.', {
    span: 'Diese Zeitspanne gibt es nicht.',
  }),
  not_signed_in: says(401, 'Bitte melden Sie sich an.'),
  session_ended: says(401, FAILURES.sessionEnded),
  factor_not_given: says(403, 'Bitte geben Sie zuerst den Code aus Ihrer Authenticator-App ein.'),
  factor_required: says(403, 'Bitte bestätigen Sie das mit einem Code aus Ihrer Authenticator-App.'),
  factor_missing: says(409, 'Ihr Konto hat keinen zweiten Faktor.'),
  own_factor_first: says(
    409,
    'Richten Sie zuerst für Ihr eigenes Konto einen zweiten Faktor ein: Sonst schließen Sie sich selbst aus.',
  ),
  factor_enrolment_required: cases(
    403,
    'Ihre Weiterbildungsstätte verlangt einen zweiten Faktor. Richten Sie ihn unter Konto, Sicherheit ein.',
    { rights: 'Ihre Rolle verlangt einen zweiten Faktor. Richten Sie ihn unter Konto, Sicherheit ein.' },
  ),
  recovery_code_wrong: says(422, 'Dieser Wiederherstellungscode gilt nicht. Jeder Code gilt einmal.'),
  recovery_attempts: says(429, 'Zu viele Versuche. Bitte warten Sie eine Stunde, bevor Sie es noch einmal versuchen.'),
  method_not_allowed: says(405, 'Die Anfrage ist unvollständig oder fehlerhaft.'),
  unexpected: says(500, 'Ein unerwarteter Fehler ist aufgetreten'),

  // A field of a form
  invalid_field: fieldProblem,
} as const satisfies Readonly<Record<string, Entry>>;
