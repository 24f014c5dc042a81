import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  institutionSettingsSchema,
  SETTINGS_COLUMNS,
  type InstitutionSettings,
} from '../queries/fetchInstitutionSettings';

/** Saves some settings of the institution that the account acts for. Returns all of them as they are now. */
export async function saveInstitutionSettings(
  client: DataClient,
  change: Partial<InstitutionSettings>,
): Promise<InstitutionSettings> {
  return readRows(
    await client
      .from('nemus_institution_settings')
      .update(change)
      // Row level security selects the row; the API refuses an update without a condition.
      .not('institution_id', 'is', null)
      .select(SETTINGS_COLUMNS)
      .maybeSingle(),
    institutionSettingsSchema,
  );
}
