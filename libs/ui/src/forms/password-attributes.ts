/** What every field for a password has. */
export const PASSWORD_ATTRIBUTES = {
  autoComplete: 'current-password',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;
