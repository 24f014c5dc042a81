import { BECOME, identityOf, type Caller, type Connection } from '../database/database';
import { text } from '../scenes/rows';
import type { TableAccess } from './matrix';

/** The right is missing; the view takes no such statement. */
const DENIED: readonly string[] = ['42501', '55000'];

/** A state that no server ends a statement with. */
const TAKEN_BACK = 'NE000';

/**
 * Lets the connection answer attempts: each runs a statement as a caller and takes it back. They happen where the rows
 * are, since two thousand of them, with a savepoint and a role each, were mostly messages.
 */
export async function prepareAttempts(connection: Connection): Promise<void> {
  await connection.query(`
    create function pg_temp.attempt(text, text, text, statement text, owner text) returns text language plpgsql as $$
    declare
      met bigint;
    begin
      ${BECOME.replace('select', 'perform')};
      if position('$1' in statement) > 0 then
        execute statement using owner;
      else
        execute statement;
      end if;
      get diagnostics met = row_count;
      raise exception using errcode = '${TAKEN_BACK}', message = '=' || met;
    exception when others then
      return case when sqlstate = '${TAKEN_BACK}' then sqlerrm else sqlstate end;
    end $$`);
}

/** What a statement ended with: `=` and how many rows it gave, or its SQLSTATE. */
const met = (result: string) => (result.startsWith('=') ? result !== '=0' : !DENIED.includes(result));

/**
 * What each caller can do with the owner's rows of a table, as the matrix writes it. A statement counts as possible
 * when it has the right and affects at least one row; an insert also when it fails later (a constraint, one of our
 * rules), because then the right is there. The connection knows attempts ({@link prepareAttempts}).
 */
export async function readAccess(
  connection: Connection,
  table: string,
  access: TableAccess,
  owner: string,
  callers: Readonly<Record<string, Caller>>,
): Promise<Readonly<Record<string, string>>> {
  const set = access.set ?? 'created_at = created_at';
  const statements = [
    `select 1 from ${table} where ${access.where} limit 1`,
    access.insert ?? `insert into ${table} default values`,
    `update ${table} set ${set} where ${access.where} returning 1`,
    `delete from ${table} where ${access.where} returning 1`,
  ];
  const identities = Object.entries(callers).map(([who, caller]) => [who, ...identityOf(caller)]);
  const rows = await connection.query(
    `select identity ->> 0 as who, array_to_string(array(
       select pg_temp.attempt(identity ->> 1, identity ->> 2, identity ->> 3, statement, $3)
       from jsonb_array_elements_text($2::text::jsonb) with ordinality as statements (statement, place) order by place
     ), ' ') as results
     from jsonb_array_elements($1::text::jsonb) as identity`,
    [JSON.stringify(identities), JSON.stringify(statements), owner],
  );
  return Object.fromEntries(
    rows.map((row) => {
      const [seen = '', inserted = '', updated = '', deleted = ''] = text([row], 'results').split(' ');
      const letters = [met(seen) && 's', !DENIED.includes(inserted) && 'i', met(updated) && 'u', met(deleted) && 'd'];
      return [text([row], 'who'), letters.map((letter) => letter || '-').join('')];
    }),
  );
}
