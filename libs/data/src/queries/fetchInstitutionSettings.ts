import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

export const INVOICE_FREQUENCIES = ['monthly', 'quarterly', 'yearly'] as const;
export type InvoiceFrequency = (typeof INVOICE_FREQUENCIES)[number];

/** A row of `nemus_institution_settings` without its keys. Missing texts are empty. */
export const institutionSettingsSchema = z.object({
  institution_name: z.string(),
  institution_address: z.string(),
  institution_phone: z.string(),
  institution_website: z.string(),
  institution_description: z.string(),
  email_notifications: z.boolean(),
  sms_notifications: z.boolean(),
  marketing_emails: z.boolean(),
  weekly_reports: z.boolean(),
  two_factor_enabled: z.boolean(),
  login_alerts: z.boolean(),
  billing_email: z.string(),
  invoice_frequency: z.enum(INVOICE_FREQUENCIES),
  vat_id: z.string(),
});
export type InstitutionSettings = z.infer<typeof institutionSettingsSchema>;

/** The columns of {@link institutionSettingsSchema}. */
export const SETTINGS_COLUMNS =
  'institution_name, institution_address, institution_phone, institution_website, institution_description, email_notifications, sms_notifications, marketing_emails, weekly_reports, two_factor_enabled, login_alerts, billing_email, invoice_frequency, vat_id';

/**
 * The institution's settings; the row exists for every institution.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export async function fetchInstitutionSettings(client: DataClient): Promise<InstitutionSettings> {
  return readRows(
    await client.from('nemus_institution_settings').select(SETTINGS_COLUMNS).single(),
    institutionSettingsSchema,
  );
}

export const institutionSettingsQuery = (client: DataClient, institutionId: string) =>
  queryOptions({
    queryKey: ['institution-settings', institutionId],
    queryFn: () => fetchInstitutionSettings(client),
  });
