import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Form, FormActions, Surface, TextArea, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { WITHDRAWAL_LABELS, withdrawalSchema, type WithdrawalValues } from './withdrawal-form';

/** First step: the person and the contract. */
export function WithdrawalForm({
  values,
  onNext,
}: {
  values: WithdrawalValues;
  onNext: (values: WithdrawalValues) => void;
}) {
  // The profile may arrive after the page: it fills untouched fields.
  const form = useForm<WithdrawalValues>({
    resolver: zodResolver(withdrawalSchema),
    values,
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = form.formState;
  return (
    <Surface padding="large">
      <Form onSubmit={form.handleSubmit(onNext)}>
        <TextField
          label={WITHDRAWAL_LABELS.name}
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label={WITHDRAWAL_LABELS.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label={WITHDRAWAL_LABELS.contract}
          hint="Zum Beispiel der Titel des Kurses und der Tag des Kaufs, oder die Nummer der Rechnung."
          error={errors.contract?.message}
          {...form.register('contract')}
        />
        <TextArea
          label={WITHDRAWAL_LABELS.message}
          optional
          rows={3}
          error={errors.message?.message}
          {...form.register('message')}
        />
        <FormActions>
          <Button type="submit" variant="primary" iconEnd="arrow-right">
            Weiter
          </Button>
        </FormActions>
      </Form>
    </Surface>
  );
}
