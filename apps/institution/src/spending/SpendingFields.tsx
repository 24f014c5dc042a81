import { FormRow, NumberField } from '@nemus/ui';
import { CREDIT_BOUNDS, EURO_BOUNDS, type SpendingForm } from './spending-form';

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
      <NumberField
        label="Credits"
        optional
        most={CREDIT_BOUNDS.max}
        hint="Leer heißt: keine Grenze."
        value={form.credits}
        error={problems.credits}
        onChange={({ target }) => onChange({ ...form, credits: target.value })}
      />
      <NumberField
        label="Euro bei Zahlung mit Karte"
        optional
        most={EURO_BOUNDS.max}
        digits={EURO_BOUNDS.digits}
        isMoney
        hint="Leer heißt: keine Grenze."
        value={form.euros}
        error={problems.euros}
        onChange={({ target }) => onChange({ ...form, euros: target.value })}
      />
    </FormRow>
  );
}
