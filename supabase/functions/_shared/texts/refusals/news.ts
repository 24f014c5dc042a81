import { cases, says, type Entry } from '../entry.ts';

/** Refusals about news, mobile numbers and SMS. */
export const NEWS_AND_SMS = {
  // News
  notification_kind: says(404, 'Diese Benachrichtigung gibt es nicht.'),
  unsubscribe_link_invalid: says(404, 'Dieser Link führt nicht mehr weiter.'),
  notification_fixed: says(409, 'Diese Benachrichtigung kann hier nicht geändert werden.'),

  // Mobile numbers and SMS
  phone_invalid: says(
    400,
    'Das ist keine Mobilnummer, die wir kennen. Bitte geben Sie sie vollständig an, etwa 0151 23456789 oder +43 660 1234567.',
  ),
  phone_country: says(400, 'In dieses Land senden wir keine SMS.'),
  sms_unavailable: says(503, 'Dieses Portal versendet zurzeit keine SMS.'),
  phone_code_too_soon: says(429, 'Der letzte Code ist keine Minute alt. Bitte warten Sie kurz.'),
  phone_code_limit: cases(429, 'Heute geht kein weiterer Code hinaus. Bitte versuchen Sie es morgen wieder.', {
    account: 'Sie haben heute so viele Codes angefordert, wie möglich sind. Bitte versuchen Sie es morgen wieder.',
    number: 'An diese Nummer geht heute kein weiterer Code. Bitte versuchen Sie es morgen wieder.',
    total: 'Heute gehen keine weiteren Codes hinaus. Bitte versuchen Sie es morgen wieder.',
  }),
  phone_missing: says(
    409,
    'Für SMS braucht es eine geprüfte Mobilnummer. Tragen Sie Ihre Nummer zuerst unter „Konto“ ein.',
  ),
} as const satisfies Readonly<Record<string, Entry>>;
