import type { DataClient } from '../client';
import { readRows } from '../errors';
import {
  institutionSettingsSchema,
  SETTINGS_COLUMNS,
  type InstitutionSettings,
} from '../queries/fetchInstitutionSettings';

/**
 * Saves some settings of the institution that the account acts for. Returns all of them as they are now. The database
 * selects the rows: those of the institution that `institutionId` acts for, or the account's own.
 */
export function saveInstitutionSettings(
  client: DataClient,
  institutionId: string,
  change: Partial<InstitutionSettings>,
): Promise<InstitutionSettings>;
export async function saveInstitutionSettings(
  client: DataClient,
  _institutionId: string,
  change: Partial<InstitutionSettings>,
): Promise<InstitutionSettings> {
  return readRows(
    await client
      .from('nemus_institution_settings')
      .update(change)
      // The database selects the row; it refuses an update without any condition.
      .not('institution_id', 'is', null)
      .select(SETTINGS_COLUMNS)
      .maybeSingle(),
    institutionSettingsSchema,
  );
}
