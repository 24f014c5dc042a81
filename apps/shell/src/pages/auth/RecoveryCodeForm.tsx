import { useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Form, Text, TextField, useSingleRun } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { usePortal } from '../../portal/portal-context';
import { PATHS } from '../../routing/paths';
import { recoverySchema, type RecoveryValues } from './auth-schemas';
import { FailureAlert } from './FailureAlert';

/** A recovery code instead of a lost app. It removes the second factor, and opens its setup page. */
export function RecoveryCodeForm({ onBack, onSignOut }: { onBack: () => void; onSignOut: () => void }) {
  const { session, toasts, navigation } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<RecoveryValues>({ resolver: zodResolver(recoverySchema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  // The step consists of this field; after the sign-in the user types on.
  useEffect(() => setFocus('code'), [setFocus]);

  const { start: recover } = useSingleRun(async ({ code }: RecoveryValues) => {
    toasts.clear();
    setFailure(null);
    const { recovery, status } = session.store.getState();
    try {
      await session.useRecoveryCode(code);
    } catch (error) {
      setFailure(error);
      return;
    }
    // A new password comes first after a mail's link, and so does work on an open page.
    if (!recovery && status === 'factor-needed') navigation.redirect(PATHS.security);
    toasts.notify({
      kind: 'info',
      title: 'Zweiter Faktor ausgeschaltet',
      description: 'Richten Sie ihn jetzt neu ein: Bis dahin schützt nur Ihr Passwort das Konto.',
    });
  });

  return (
    <Form onSubmit={form.handleSubmit(recover)}>
      <FailureAlert failure={failure} />
      <Text tone="muted">
        Ein Wiederherstellungscode schaltet den zweiten Faktor aus. Sie richten ihn danach neu ein, und wir schreiben
        Ihnen, dass ein Code verwendet wurde.
      </Text>
      <TextField
        label="Wiederherstellungscode"
        hint="Zum Beispiel 4F7K-9M2P-XR3T-6WQ8"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" variant="primary" size="large" fullWidth loading={isSubmitting}>
        Code verwenden
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Zurück zum Code aus der App
      </Button>
      <Button variant="quiet" onClick={onSignOut}>
        Abmelden
      </Button>
    </Form>
  );
}
