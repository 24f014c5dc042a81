import type { Connection } from '../database/database';
import { text } from './rows';

/** Tells an account something. @returns the notification's id */
export async function tell(connection: Connection, account: string, key: string, kind = 'date_moved'): Promise<string> {
  await connection.query(`select private.nemus_notify($1::text::uuid, $2, $3, '{}', '/appointments')`, [
    account,
    kind,
    key,
  ]);
  return text(
    await connection.query('select id from nemus_notifications where user_id = $1::text::uuid and key = $2', [
      account,
      key,
    ]),
    'id',
  );
}

/** What an account was told about its factors, oldest first: the kind, the method and the change. */
export async function kindsTold(connection: Connection, account: string): Promise<readonly unknown[]> {
  const rows = await connection.query(
    `select concat_ws(' ', kind, facts ->> 'method', facts ->> 'change') as kind from nemus_notifications
     where user_id = $1::text::uuid order by created_at`,
    [account],
  );
  return rows.map(({ kind }) => kind);
}
