import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  institutionSettingsSchema,
  SETTINGS_COLUMNS,
  type InstitutionSettings,
} from '../queries/fetchInstitutionSettings';

/** Saves some of the institution's settings. Returns all of them as they are now. */
export async function saveInstitutionSettings(
  client: DataClient,
  institutionId: string,
  change: Partial<InstitutionSettings>,
): Promise<InstitutionSettings> {
  return readRows(
    await client
      .from('nemus_institution_settings')
      .update(change)
      .eq('institution_id', institutionId)
      .select(SETTINGS_COLUMNS)
      .maybeSingle(),
    institutionSettingsSchema,
  );
}
