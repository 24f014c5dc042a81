import type { Connection } from '../database/database';

/** Switches the sample set for new accounts on or off. */
export async function setSampleData(connection: Connection, on: boolean): Promise<void> {
  await connection.query(
    `insert into private.nemus_settings (key, value) values ('sample_data', $1::text::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [String(on)],
  );
}
