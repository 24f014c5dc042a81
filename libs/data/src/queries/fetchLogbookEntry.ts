import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { logbookFieldsSchema, logbookStateSchema } from '../rows/logbook';

const storedSchema = logbookFieldsSchema.extend({ revision: z.number(), state: logbookStateSchema });
/** An entry as it is now in the database. */
export type StoredEntry = z.infer<typeof storedSchema>;

/** An entry as it is now; null when it is gone. */
export async function fetchLogbookEntry(client: DataClient, id: string): Promise<StoredEntry | null> {
  const [entry] = await readRows(
    await client
      .from('nemus_logbook_entries')
      .select(
        'done_on, category, minutes, competency, level, note, site_id, case_id, confirmer_id, revision, state, setting, form, age_group, procedure, service',
      )
      .eq('id', id),
    z.array(storedSchema),
  );
  return entry ?? null;
}
