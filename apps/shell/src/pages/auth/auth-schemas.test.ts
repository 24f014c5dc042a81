import { EMPTY_SIGN_UP, INSTITUTION_MISSING, MISMATCH, passwordProblem, signUpSchema, TOO_SHORT } from './auth-schemas';
import { signInSchema } from '../../first-form/sign-in-schema';
import { authViewSearch, readAuthView } from '../../routing/auth-view';

const COMPLETE = {
  ...EMPTY_SIGN_UP,
  firstName: 'Mira',
  lastName: 'Sander',
  email: 'mira@nemus.example',
  password: 'geheim',
  confirmation: 'geheim',
};

/** First message of each field. */
function problems(form: object): Record<string, string> {
  const parsed = signUpSchema.safeParse(form);
  const entries = (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);
  return Object.fromEntries(entries.toReversed());
}

describe('sign-up', () => {
  it('accepts a trainee without an institution', () => {
    expect(problems(COMPLETE)).toEqual({});
  });

  it('requires every field', () => {
    expect(Object.keys(problems(EMPTY_SIGN_UP)).toSorted()).toEqual(
      ['confirmation', 'email', 'firstName', 'lastName', 'password'].toSorted(),
    );
  });

  it('requires the institution’s name', () => {
    expect(problems({ ...COMPLETE, userType: 'institution', institutionName: '  ' })).toEqual({
      institutionName: INSTITUTION_MISSING,
    });
    expect(problems({ ...COMPLETE, userType: 'institution', institutionName: 'Praxis' })).toEqual({});
  });

  it('compares the passwords', () => {
    expect(problems({ ...COMPLETE, confirmation: 'anders' })).toEqual({ confirmation: MISMATCH });
  });

  it('reports both at once', () => {
    expect(problems({ ...COMPLETE, userType: 'institution', confirmation: 'anders' })).toEqual({
      confirmation: MISMATCH,
      institutionName: INSTITUTION_MISSING,
    });
  });

  it('requires six characters, whatever else is wrong', () => {
    expect(problems({ ...COMPLETE, password: 'abcde', confirmation: 'abcde' })).toEqual({
      password: 'Das Passwort muss mindestens 6 Zeichen lang sein.',
    });
    expect(problems({ ...COMPLETE, password: 'abcde' })).toMatchObject({
      password: TOO_SHORT.description,
      confirmation: MISMATCH,
    });
  });

  it('words both as S-9.5 has it', () => {
    expect(MISMATCH).toBe('Die Passwörter stimmen nicht überein');
    expect(INSTITUTION_MISSING).toBe('Bitte geben Sie den Namen Ihrer Institution an');
  });
});

it.each([
  ['', 'Bitte geben Sie Ihre E-Mail-Adresse ein.'],
  ['mira', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
])('sign-in does not accept the address %j', (email, message) => {
  expect(signInSchema.safeParse({ email, password: 'x' }).error?.issues).toMatchObject([{ path: ['email'], message }]);
});

describe('a new password', () => {
  it.each([
    ['geheim', 'geheim', null],
    [
      'geheim',
      'anders',
      {
        title: 'Passwörter stimmen nicht überein',
        description: 'Bitte stellen Sie sicher, dass beide Passwörter identisch sind.',
      },
    ],
    ['abc', 'abd', expect.objectContaining({ title: 'Passwörter stimmen nicht überein' })],
    ['abcde', 'abcde', { title: 'Passwort zu kurz', description: 'Das Passwort muss mindestens 6 Zeichen lang sein.' }],
  ])('%s, %s', (password, confirmation, problem) => {
    expect(passwordProblem(password, confirmation)).toEqual(problem);
  });
});

it.each([
  ['', 'sign-in'],
  ['?ansicht=registrieren', 'sign-up'],
  ['?ansicht=passwort-vergessen', 'reset'],
] as const)('the query %j shows %s', (search, view) => {
  expect(readAuthView(search)).toBe(view);
  expect(authViewSearch(view)).toBe(search);
});

it('an unknown view is the sign-in', () => {
  expect(readAuthView('?ansicht=unbekannt')).toBe('sign-in');
});
