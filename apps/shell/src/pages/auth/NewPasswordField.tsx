import { useEffect, useState } from 'react';
import { PasswordField, ProgressBar, Stack, Text } from '@nemus/ui';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PASSWORD_LENGTH } from './auth-schemas';
import type { passwordStrength, PasswordStrength } from './password-strength';

const ADVICE: Readonly<Record<PasswordStrength, { readonly text: string; readonly share: number }>> = {
  short: { text: `Noch zu kurz: Es fehlen Zeichen bis ${PASSWORD_LENGTH}.`, share: 8 },
  weak: { text: 'Leicht zu erraten. Länger ist sicherer, zum Beispiel drei Wörter hintereinander.', share: 30 },
  fair: { text: 'Brauchbar. Ein weiteres Wort macht es deutlich sicherer.', share: 65 },
  strong: { text: 'Gut gewählt.', share: 100 },
};
const TONE = { short: 'warning', weak: 'warning', fair: 'info', strong: 'success' } as const;

/** Field for a new password, with the rule and a strength rating. The rating advises and refuses nothing. */
export function NewPasswordField({
  label,
  value,
  personal,
  error,
  field,
}: {
  label: string;
  /** The field's value. */
  value: string;
  /** Known facts about the person, which attackers try first. */
  personal: readonly string[];
  error: string | undefined;
  field: UseFormRegisterReturn;
}) {
  const isEmpty = value === '';
  const estimate = useEstimate(!isEmpty);
  const strength = isEmpty || estimate === null ? null : estimate(value, personal);
  return (
    <Stack gap={0.75}>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={`Mindestens ${PASSWORD_LENGTH} Zeichen`}
        error={error}
        {...field}
      />
      {strength === null ? null : (
        <div aria-hidden>
          <ProgressBar bare thin label="Stärke" value={ADVICE[strength].share} tone={TONE[strength]} />
        </div>
      )}
      <Text variant="small" tone="muted" role="status">
        {strength === null ? null : ADVICE[strength].text}
      </Text>
    </Stack>
  );
}

/** The estimator loads with the first typed character: the first screen does not need it, and works without it. */
function useEstimate(needed: boolean): typeof passwordStrength | null {
  const [loaded, setLoaded] = useState<{ readonly estimate: typeof passwordStrength } | null>(null);
  useEffect(() => {
    if (!needed) return;
    import('./password-strength').then(
      ({ passwordStrength: estimate }) => setLoaded({ estimate }),
      () => undefined,
    );
  }, [needed]);
  return loaded?.estimate ?? null;
}
