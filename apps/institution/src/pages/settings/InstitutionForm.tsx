import type { InstitutionSettings } from '@nemus/data';
import { FormRow, TextArea, TextField } from '@nemus/ui';
import { institutionSchema } from './settings-rules';
import { SettingsForm } from './SettingsForm';
import { useSettingsForm } from './useSettingsForm';

/** Name and contact of the institution. */
export function InstitutionForm({ settings }: { settings: InstitutionSettings }) {
  const { register, errors, frame } = useSettingsForm(institutionSchema, {
    institution_name: settings.institution_name,
    institution_address: settings.institution_address,
    institution_phone: settings.institution_phone,
    institution_website: settings.institution_website,
    institution_description: settings.institution_description,
  });
  return (
    <SettingsForm title="Ihre Weiterbildungsstätte" {...frame}>
      <TextField
        label="Name der Institution"
        autoComplete="organization"
        error={errors.institution_name?.message}
        {...register('institution_name')}
      />
      <TextArea
        label="Adresse"
        optional
        rows={3}
        autoComplete="street-address"
        hint="Straße und Hausnummer, Postleitzahl und Ort. An wen Rechnungen gehen, steht unter „Abrechnung“."
        error={errors.institution_address?.message}
        {...register('institution_address')}
      />
      <FormRow>
        <TextField
          label="Telefon"
          type="tel"
          optional
          autoComplete="tel"
          error={errors.institution_phone?.message}
          {...register('institution_phone')}
        />
        <TextField
          label="Website"
          type="url"
          optional
          autoComplete="url"
          error={errors.institution_website?.message}
          {...register('institution_website')}
        />
      </FormRow>
      <TextArea
        label="Beschreibung"
        optional
        rows={5}
        error={errors.institution_description?.message}
        {...register('institution_description')}
      />
    </SettingsForm>
  );
}
