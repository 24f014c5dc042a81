import { z } from 'zod';
import { DataError } from './errors';
import { FAILURES } from './texts';

/** The input that a refusal of the sign-in service is about. */
export type SignInField = 'email' | 'password' | 'code';

/** A failure of the sign-in service as people read it. */
export interface SignInFailure {
  readonly text: string;
  /** The field that the text belongs to; null when it is about the whole form. */
  readonly field: SignInField | null;
  /** False for a failure without a text of its own: support needs its id. */
  readonly isKnown: boolean;
}

const failureSchema = z.object({
  code: z.string(),
  status: z.number().optional(),
  /** The service's own words, which are English and never shown. */
  serverMessage: z.string().nullish(),
});

const ACCOUNT_EXISTS =
  'Für diese E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an oder setzen Sie das Passwort zurück.';
const ADDRESS = 'Diese E-Mail-Adresse wird nicht angenommen.';
const LINK_OVER = 'Der Link oder Code gilt nicht mehr. Bitte fordern Sie einen neuen an.';
const SESSION_OVER = 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich neu an.';
const TOO_MANY = 'Zu viele Versuche in kurzer Zeit. Bitte warten Sie einige Minuten.';
const NOT_OFFERED = 'Diese Art der Anmeldung gibt es hier nicht.';
const WRONG_CODE =
  'Dieser Code gilt nicht. Prüfen Sie, ob die Uhr Ihres Geräts stimmt, oder warten Sie auf den nächsten Code: Jeder gilt einmal.';
const LATE_CODE = 'Das hat zu lange gedauert. Bitte geben Sie den nächsten Code ein.';
const FACTOR_OFF = 'Dieser zweite Faktor ist hier nicht möglich.';
const CODES_LOCKED = 'Zu viele falsche Wiederherstellungscodes. Bitte versuchen Sie es später noch einmal.';

type Texts = Readonly<Record<string, string>>;
const same = (text: string, codes: readonly string[]): Texts => Object.fromEntries(codes.map((code) => [code, text]));

/** Texts by the service's code; a test feeds in every code that the client library knows. */
const TEXTS: Texts = {
  invalid_credentials: 'E-Mail-Adresse und Passwort passen nicht zusammen. Bitte prüfen Sie Ihre Eingabe.',
  email_not_confirmed:
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die Sie nach der Registrierung erhalten haben.',
  phone_not_confirmed: 'Ihre Telefonnummer ist noch nicht bestätigt.',
  user_banned: 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an den Support.',
  user_not_found: 'Dieses Konto besteht nicht mehr.',
  signup_disabled: 'Neue Konten sind zurzeit nicht möglich.',
  phone_exists: 'Für diese Telefonnummer gibt es schon ein Konto.',
  weak_password: 'Dieses Passwort ist zu schwach. Wählen Sie ein längeres.',
  password_leaked: 'Dieses Passwort ist aus einem Datenleck bekannt. Bitte wählen Sie ein anderes.',
  password_too_long: 'Dieses Passwort ist zu lang. Möglich sind 72 Zeichen; Umlaute und Sonderzeichen zählen mehrfach.',
  password_refused: 'Dieses Passwort wird nicht angenommen. Bitte wählen Sie ein anderes.',
  same_password: 'Das ist Ihr bisheriges Passwort. Bitte wählen Sie ein anderes.',
  email_unsent: 'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  sms_send_failed: 'Die SMS konnte nicht gesendet werden. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  validation_failed: 'Der Server hat eine Angabe nicht angenommen. Bitte prüfen Sie Ihre Eingabe.',
  captcha_failed: 'Die Prüfung, ob Sie ein Mensch sind, ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
  over_email_send_rate_limit: 'Es wurden gerade erst E-Mails versandt. Bitte warten Sie einige Minuten.',
  over_sms_send_rate_limit: 'Es wurden gerade erst SMS versandt. Bitte warten Sie einige Minuten.',
  current_password_required: 'Bitte geben Sie Ihr aktuelles Passwort ein.',
  current_password_invalid: 'Das aktuelle Passwort stimmt nicht.',
  conflict: 'Gerade läuft schon eine andere Änderung. Bitte versuchen Sie es noch einmal.',
  other_account:
    'In diesem Browser hat sich inzwischen ein anderes Konto angemeldet. Bitte entscheiden Sie noch einmal.',
  mfa_factor_not_found: 'Dieser zweite Faktor besteht nicht mehr. Bitte laden Sie die Seite neu.',
  mfa_factor_name_conflict: 'Es gibt schon einen zweiten Faktor mit diesem Namen. Bitte wählen Sie einen anderen.',
  too_many_enrolled_mfa_factors: 'Mehr zweite Faktoren kann ein Konto nicht haben. Entfernen Sie zuerst einen.',
  mfa_verified_factor_exists: 'Ihr Konto hat schon einen zweiten Faktor. Bitte laden Sie die Seite neu.',
  mfa_ip_address_mismatch: 'Ihr Netz hat gewechselt. Bitte geben Sie den nächsten Code ein.',
  mfa_recovery_codes_sole_factor: 'Wiederherstellungscodes gibt es nur zu einem zweiten Faktor.',
  insufficient_aal: 'Bitte geben Sie zuerst den Code aus Ihrer Authenticator-App ein.',
  network: 'Der Server ist gerade nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.',
  ...same(ACCOUNT_EXISTS, ['user_already_exists', 'email_exists', 'identity_already_exists']),
  ...same(ADDRESS, ['email_address_invalid', 'email_address_not_authorized', 'provider_email_needs_verification']),
  ...same(TOO_MANY, ['over_request_rate_limit']),
  ...same(FAILURES.timeout, ['request_timeout', 'hook_timeout', 'hook_timeout_after_retry']),
  ...same('Ihre Anmeldung liegt zu lange zurück. Melden Sie sich neu an oder fordern Sie einen neuen Link an.', [
    'reauthentication_needed',
    'reauthentication_not_valid',
    'reauth_nonce_missing',
  ]),
  ...same(SESSION_OVER, [
    'session_ended',
    'session_expired',
    'session_not_found',
    'refresh_token_not_found',
    'bad_jwt',
    'refresh_token_already_used',
    'no_authorization',
    'unexpected_audience',
  ]),
  ...same(LINK_OVER, [
    'otp_expired',
    'invite_not_found',
    'flow_state_not_found',
    'flow_state_expired',
    'bad_code_verifier',
    'saml_relay_state_not_found',
    'saml_relay_state_expired',
    'bad_oauth_state',
    'bad_oauth_callback',
  ]),
  ...same(WRONG_CODE, ['mfa_verification_failed', 'mfa_verification_rejected']),
  ...same(LATE_CODE, ['mfa_challenge_expired', 'webauthn_challenge_expired']),
  ...same(CODES_LOCKED, ['mfa_recovery_codes_locked']),
  ...same(FACTOR_OFF, [
    'mfa_phone_enroll_not_enabled',
    'mfa_phone_verify_not_enabled',
    'mfa_totp_enroll_not_enabled',
    'mfa_totp_verify_not_enabled',
    'mfa_webauthn_enroll_not_enabled',
    'mfa_webauthn_verify_not_enabled',
    'mfa_recovery_codes_enroll_not_enabled',
    'mfa_recovery_codes_verify_not_enabled',
  ]),
  ...same(NOT_OFFERED, [
    'otp_disabled',
    'email_provider_disabled',
    'phone_provider_disabled',
    'provider_disabled',
    'anonymous_provider_disabled',
    'oauth_provider_not_supported',
    'saml_provider_disabled',
    'user_sso_managed',
    'manual_linking_disabled',
    'sso_provider_not_found',
    'saml_idp_not_found',
    'identity_not_found',
    'single_identity_not_deletable',
    'email_conflict_identity_not_deletable',
  ]),
};

const FIELDS: Readonly<Record<string, SignInField>> = {
  weak_password: 'password',
  password_leaked: 'password',
  password_too_long: 'password',
  password_refused: 'password',
  same_password: 'password',
  user_already_exists: 'email',
  email_exists: 'email',
  email_address_invalid: 'email',
  email_address_not_authorized: 'email',
  mfa_verification_failed: 'code',
  mfa_verification_rejected: 'code',
  mfa_challenge_expired: 'code',
};

/** One code of the service stands for several failures; its words tell which. */
function refinedCode({ code, status = 0, serverMessage }: z.output<typeof failureSchema>): string {
  const words = (serverMessage ?? '').toLowerCase();
  if (code === 'weak_password' && /leak|pwned|easy to guess/.test(words)) return 'password_leaked';
  if (code === 'validation_failed' && words.includes('password')) {
    return /longer than|too long|exceed|at most/.test(words) ? 'password_too_long' : 'password_refused';
  }
  if (code === 'validation_failed' && /e-?mail/.test(words)) return 'email_address_invalid';
  if (Object.hasOwn(TEXTS, code)) return code;
  if (/sending .*mail/.test(words)) return 'email_unsent';
  // Older services and gateways answer without a code.
  if (words.startsWith('invalid login credentials')) return 'invalid_credentials';
  if (status === 429) return 'over_request_rate_limit';
  return [502, 503, 504].includes(status) ? 'network' : code;
}

/**
 * What people read about a failure of the sign-in service: the only place where its codes become words. Its own words
 * are English, and never shown.
 *
 * @param error a `SessionError`, as an area's port or the shell receives it; a {@link DataError} has its text already,
 * and anything else is unknown
 */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof DataError) return { text: error.message, field: null, isKnown: true };
  const { data: failure } = failureSchema.safeParse(error);
  const code = failure ? refinedCode(failure) : '';
  const text = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  return {
    text: text ?? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    field: FIELDS[code] ?? null,
    isKnown: text !== undefined,
  };
}
