import type { InstitutionSettings } from '@nemus/data';
import { TextField } from '@nemus/ui';
import { billingSchema } from './settings-rules';
import { SettingsForm } from './SettingsForm';
import { useSettingsForm } from './useSettingsForm';

/** Details of the buyer for invoices. */
export function BillingForm({ settings }: { settings: InstitutionSettings }) {
  const { register, errors, frame } = useSettingsForm(billingSchema, {
    billing_email: settings.billing_email,
    vat_id: settings.vat_id,
  });
  return (
    <SettingsForm title="Abrechnung" {...frame}>
      <TextField
        label="E-Mail für Rechnungen"
        type="email"
        optional
        hint="Steht auf Ihren Rechnungen und bekommt eine Kopie der Kaufbestätigung, ohne die Namen der Teilnehmenden. Ihr Konto bekommt sie immer."
        error={errors.billing_email?.message}
        {...register('billing_email')}
      />
      <TextField
        label="Umsatzsteuer-Identifikationsnummer"
        optional
        hint="Steht auf künftigen Rechnungen; ausgestellte bleiben, wie sie sind."
        error={errors.vat_id?.message}
        {...register('vat_id')}
      />
    </SettingsForm>
  );
}
