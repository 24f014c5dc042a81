import type { DataClient } from '../client';
import { readRows } from '../errors';
import { institutionSettingsSchema, type InstitutionSettings } from '../queries/fetchInstitutionSettings';

/** Saves some of the institution's settings. Returns all of them as they are now. */
export async function saveInstitutionSettings(
  { rest }: DataClient,
  institutionId: string,
  change: Partial<InstitutionSettings>,
): Promise<InstitutionSettings> {
  return readRows(
    await rest
      .from('nemus_institution_settings')
      .update(change)
      .eq('institution_id', institutionId)
      .select(Object.keys(institutionSettingsSchema.shape).join(', '))
      .maybeSingle(),
    institutionSettingsSchema,
  );
}
