import { SessionError } from '@nemus/session';

/** For failures without a message of the service (S-9.3). */
const UNEXPECTED = 'Ein unerwarteter Fehler ist aufgetreten';

/** Refusals with a next step: users cannot get in without it, so they are German in the toast as well. */
const GERMAN_FIRST: ReadonlySet<string> = new Set(['email_not_confirmed', 'user_banned']);

/** Text of the toast: the server's own sentence (S-9.4), or the German one when there is a next step. */
export function serverMessage(error: unknown): string {
  if (error instanceof SessionError && GERMAN_FIRST.has(error.code)) return explain(error);
  return (error instanceof SessionError ? error.serverMessage : null) ?? UNEXPECTED;
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  invalid_credentials: 'E-Mail-Adresse und Passwort passen nicht zusammen. Bitte prüfen Sie Ihre Eingabe.',
  email_not_confirmed:
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die Sie nach der Registrierung erhalten haben.',
  user_banned: 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an den Support.',
  user_already_exists:
    'Für diese E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an oder setzen Sie das Passwort zurück.',
  email_exists:
    'Für diese E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an oder setzen Sie das Passwort zurück.',
  weak_password: 'Dieses Passwort ist zu schwach. Wählen Sie ein längeres.',
  same_password: 'Das ist Ihr bisheriges Passwort. Bitte wählen Sie ein anderes.',
  email_address_invalid: 'Diese E-Mail-Adresse wird nicht angenommen.',
  validation_failed: 'Der Server hat eine Angabe nicht angenommen. Bitte prüfen Sie Ihre Eingabe.',
  over_request_rate_limit: 'Zu viele Versuche in kurzer Zeit. Bitte warten Sie einen Moment.',
  over_email_send_rate_limit: 'Es wurden gerade erst E-Mails versandt. Bitte warten Sie einen Moment.',
  current_password_required: 'Bitte geben Sie Ihr aktuelles Passwort ein.',
  current_password_invalid: 'Das aktuelle Passwort stimmt nicht.',
  reauthentication_needed:
    'Ihre Anmeldung liegt zu lange zurück. Melden Sie sich neu an oder fordern Sie einen neuen Link an.',
  other_account:
    'In diesem Browser hat sich inzwischen ein anderes Konto angemeldet. Bitte entscheiden Sie noch einmal.',
  session_ended: 'Ihre Sitzung ist abgelaufen. Fordern Sie bitte einen neuen Link an.',
  mfa_verification_failed:
    'Dieser Code gilt nicht. Prüfen Sie, ob die Uhr Ihres Geräts stimmt, oder warten Sie auf den nächsten Code: Jeder gilt einmal.',
  mfa_challenge_expired: 'Das hat zu lange gedauert. Bitte geben Sie den nächsten Code ein.',
  mfa_factor_not_found: 'Dieser zweite Faktor besteht nicht mehr. Bitte melden Sie sich neu an.',
  insufficient_aal: 'Bitte geben Sie zuerst den Code aus Ihrer Authenticator-App ein.',
  network: 'Der Server ist gerade nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.',
};

/**
 * The German message that stays next to the form: the toast repeats the server verbatim, and the service speaks
 * English.
 */
export function explain(error: unknown): string {
  const known = error instanceof SessionError ? EXPLANATIONS[error.code] : undefined;
  return known ?? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.';
}
