import { FormRow, TextField } from '@nemus/ui';
import type { SpendingForm } from './spending-form';

/** Credits and euros, each empty for no limit. */
export function SpendingFields({
  form,
  problems,
  onChange,
}: {
  form: SpendingForm;
  problems: { readonly credits?: string; readonly euros?: string };
  onChange: (form: SpendingForm) => void;
}) {
  return (
    <FormRow>
      <TextField
        label="Credits"
        optional
        inputMode="numeric"
        hint="Leer heißt: keine Grenze."
        value={form.credits}
        error={problems.credits}
        onChange={({ target }) => onChange({ ...form, credits: target.value })}
      />
      <TextField
        label="Euro bei Zahlung mit Karte"
        optional
        inputMode="decimal"
        hint="Leer heißt: keine Grenze."
        value={form.euros}
        error={problems.euros}
        onChange={({ target }) => onChange({ ...form, euros: target.value })}
      />
    </FormRow>
  );
}
