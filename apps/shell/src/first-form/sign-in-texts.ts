/** Words and fields of the sign-in, the same in the page's own form and in the drawn one. */
export const SIGN_IN = {
  title: 'Willkommen bei Nemus',
  intro: 'Das Portal für die psychotherapeutische Weiterbildung.',
  views: 'Anmelden oder registrieren',
  submit: 'Anmelden',
  forgotten: 'Passwort vergessen?',
} as const;

/** The two views of the card. */
export const VIEWS = [
  { value: 'sign-in', label: 'Anmelden' },
  { value: 'sign-up', label: 'Registrieren' },
] as const;

export const EMAIL = { label: 'E-Mail', type: 'email', autoComplete: 'username' } as const;
export const PASSWORD = { label: 'Passwort' } as const;
