import { INVOICE_FREQUENCIES, type InstitutionSettings } from '@nemus/data';
import { Select, TextField } from '@nemus/ui';
import { billingSchema, FREQUENCY_LABELS } from './settings-rules';
import { SettingsForm } from './SettingsForm';
import { useSettingsForm } from './useSettingsForm';

const FREQUENCIES = INVOICE_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }));

/**
 * What invoices state about the buyer. The interval is shown as it is stored, with the reason why it cannot be chosen:
 * every payment has its invoice at once, so there is nothing that an interval would change.
 */
export function BillingForm({ settings }: { settings: InstitutionSettings }) {
  const { register, formState, submit, saving } = useSettingsForm(billingSchema, {
    billing_email: settings.billing_email,
    vat_id: settings.vat_id,
  });
  const { errors, isDirty } = formState;
  return (
    <SettingsForm title="Abrechnung" onSubmit={submit} dirty={isDirty} saving={saving}>
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
      <Select
        label="Rechnungsintervall"
        options={FREQUENCIES}
        hint="Noch nicht wählbar: Sammelrechnungen gibt es auf diesem System nicht. Für jede Zahlung entsteht sofort eine eigene Rechnung."
        value={settings.invoice_frequency}
        onChange={() => undefined}
        disabled
      />
    </SettingsForm>
  );
}
