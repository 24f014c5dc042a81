import { z } from 'zod';
import type { Database } from './database';

/**
 * Writes a setting that the database itself reads (`private.nemus_settings`). A schema without that table has none.
 *
 * @param value anything that JSON can hold.
 */
export async function writeSetting(database: Database, key: string, value: unknown): Promise<void> {
  const [row] = z
    .array(z.object({ found: z.boolean() }))
    .parse(await database.query(`select to_regclass('private.nemus_settings') is not null as found`));
  if (!row?.found) return;
  await database.query(
    `insert into private.nemus_settings (key, value) values ($1, $2::text::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  );
}
