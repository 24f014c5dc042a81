import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DataError } from './errors';
import { signInFailure } from './sign-in-failures';

const failure = (code: string, serverMessage: string | null = null, status = 400) =>
  signInFailure(Object.assign(new Error(serverMessage ?? code), { code, status, serverMessage }));

const list = readFileSync(
  path.join(__dirname, '../../../node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts'),
  'utf8',
);
const CODES = [...list.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code);

/** Faults of a request that the portal never makes, or that people cannot act on. */
const WITHOUT_TEXT = [
  'unexpected_failure',
  'bad_json',
  'not_admin',
  'hook_payload_over_size_limit',
  'hook_payload_invalid_content_type',
  'saml_assertion_no_user_id',
  'saml_assertion_no_email',
  'saml_metadata_fetch_failed',
  'saml_idp_already_exists',
  'sso_domain_already_exists',
  'saml_entity_id_mismatch',
];

/** What the service really says, and what a gateway answers in its place. */
const FOREIGN = [
  'Invalid login credentials',
  'New password should be different from the old password.',
  'Database error saving new user',
  'upstream connect error or disconnect/reset before headers',
  '<html><body>502 Bad Gateway</body></html>',
  'Failed to fetch',
  'constructor',
];

it('knows the codes of the client library', () => {
  expect(CODES.length).toBeGreaterThan(80);
  expect(CODES.filter((code) => !failure(code).isKnown).toSorted()).toEqual(WITHOUT_TEXT.toSorted());
});

it.each([...CODES, 'a_code_of_tomorrow', 'constructor', '__proto__', ''])('says %s in German', (code) => {
  for (const words of FOREIGN) {
    for (const status of [0, 400, 422, 429, 500, 504]) {
      const { text } = failure(code, words, status);
      expect(text).toMatch(/^[A-ZÄÖÜ].+\.$/);
      expect(text).not.toContain(words);
      expect(text).not.toMatch(/\b(?:the|is|invalid|failed|error|password|token|user)\b/);
      expect(text).not.toContain('_');
    }
  }
});

it.each([
  [new TypeError('Failed to fetch')],
  [new Error('Invalid login credentials')],
  [null],
  ['x'],
  [{ code: 7, message: 'Boom' }],
])('shows nothing of %j', (error) => {
  expect(signInFailure(error)).toEqual({
    text: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    field: null,
    isKnown: false,
  });
});

it.each([
  ['validation_failed', 'Password cannot be longer than 72 characters', 'password', /zu lang/],
  ['validation_failed', 'Password is required', 'password', /Passwort wird nicht angenommen/],
  ['validation_failed', 'Unable to validate email address: invalid format', 'email', /E-Mail-Adresse/],
  ['weak_password', 'Password should be at least 6 characters.', 'password', /zu schwach/],
  [
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
    'password',
    /Datenleck/,
  ],
  ['same_password', 'New password should be different from the old password.', 'password', /bisheriges/],
  ['user_already_exists', 'User already registered', 'email', /schon ein Konto/],
  ['unexpected_failure', 'Error sending confirmation email', null, /E-Mail konnte nicht gesendet werden/],
  ['unexpected_failure', 'Error sending recovery email', null, /E-Mail konnte nicht gesendet werden/],
  ['unexpected', 'Invalid login credentials', null, /passen nicht zusammen/],
  ['mfa_verification_failed', 'Invalid TOTP code entered', 'code', /Dieser Code gilt nicht/],
  ['otp_expired', 'Email link is invalid or has expired', null, /gilt nicht mehr/],
] as const)('%s, “%s”', (code, words, field, text) => {
  expect(failure(code, words)).toEqual({ text: expect.stringMatching(text), field, isKnown: true });
});

it('reads the status of an answer without a code', () => {
  expect(failure('unexpected', 'Too Many Requests', 429).text).toMatch(/^Zu viele Versuche/);
  expect(failure('unexpected', 'Bad Gateway', 502).text).toMatch(/nicht erreichbar/);
});

it('keeps the text of a refusal of the database', () => {
  expect(signInFailure(new DataError('code_wrong', 'Dieser Code gilt nicht.', 400)).text).toBe(
    'Dieser Code gilt nicht.',
  );
});
