import { createHash } from 'node:crypto';
import type { Connection } from './database';
import type { Script } from './schema';

/** One command that made, changed or removed an object of the schema. */
export interface Command {
  /** The script that ran it. */
  readonly script: string;
  /** What PostgreSQL calls it: `CREATE FUNCTION`, `ALTER TABLE`, `DROP POLICY`. */
  readonly tag: string;
  /** The object as PostgreSQL names it; a function with the types of its arguments. */
  readonly object: string;
}

/**
 * Has the database itself write down what each script creates, alters and drops, also what it builds with `execute`.
 * Stands before the first migration; the answer is read with {@link readCommands}.
 */
const WATCH: Script = {
  name: 'watch',
  sql: `
create schema history;
create table history.commands (id bigint generated always as identity, script text, tag text, object text);
create table history.running (script text);
insert into history.running values ('watch');
create function history.note() returns event_trigger language plpgsql as $$
begin
  insert into history.commands (script, tag, object)
  -- In their order, and each once: a view that gets another column is told of twice.
  select r.script, c.tag, c.object from history.running r, (
    select command_tag as tag, object_identity as object, min(place) as place
    from pg_event_trigger_ddl_commands() with ordinality as commands
      (classid, objid, objsubid, command_tag, object_type, schema_name, object_identity, in_extension, command, place)
    where not in_extension and object_identity is not null group by 1, 2
  ) c order by c.place;
end $$;
create function history.note_drops() returns event_trigger language plpgsql as $$
begin
  insert into history.commands (script, tag, object)
  select r.script, tg_tag, d.object_identity from history.running r, pg_event_trigger_dropped_objects() d
  where d.original and not d.is_temporary;
end $$;
create event trigger history_note on ddl_command_end execute function history.note();
create event trigger history_note_drops on sql_drop execute function history.note_drops();`,
};

/** The platform and the migrations, watched. */
export function watched(platform: string, migrations: readonly Script[]): readonly Script[] {
  return [
    { name: 'platform', sql: platform },
    WATCH,
    ...migrations.map(({ name, sql }) => ({ name, sql: `update history.running set script = '${name}';\n${sql}` })),
  ];
}

/** What the scripts of {@link watched} did, in their order. */
export async function readCommands(connection: Connection): Promise<readonly Command[]> {
  const rows = await connection.query('select script, tag, object from history.commands order by id');
  return rows.map(({ script, tag, object }) => ({ script: String(script), tag: String(tag), object: String(object) }));
}

/**
 * Where migrations that are not released tell a history instead of the final form: a function that is defined twice, and
 * what one of them creates and another one changes or removes. What a released migration made can only be changed by a
 * later one; that happens once, too.
 *
 * @param released names of the migrations that nobody edits any more
 */
export function findHistory(commands: readonly Command[], released: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const made = new Map<string, string>();
  for (const { script, tag, object } of commands) {
    if (released.has(script)) continue;
    const key = `${tag.replace(/^\w+ /, '')} ${object}`;
    const earlier = made.get(key);
    // A foreign key or row level security is an `ALTER TABLE` to PostgreSQL, a column that counts an `ALTER SEQUENCE`.
    // One `create or replace view` is reported twice.
    const ownMaking = earlier === script && /^(ALTER (TABLE|SEQUENCE)|CREATE VIEW)$/.test(tag);
    const drops = tag.startsWith('DROP ');
    if (earlier !== undefined && !ownMaking) {
      const does = drops ? 'drops' : tag.startsWith('CREATE ') ? 'defines again' : 'changes';
      found.push(`${script} ${does}: ${key} of ${earlier}`);
    }
    if (earlier === undefined && !drops) made.set(key, script);
  }
  return found;
}

/** The lines of `sha256sum`: names of files and what they contained. Comments begin with #. */
export function readReleased(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [hash = '', name = ''] = line.split(/\s+\*?/);
      return [name, hash];
    }),
  );
}

/** Released migrations that are not any more what they were, and others that would run before them. */
export function findEdited(migrations: readonly Script[], released: ReadonlyMap<string, string>): string[] {
  const now = new Map(migrations.map(({ name, sql }) => [name, createHash('sha256').update(sql).digest('hex')]));
  const last = [...released.keys()].toSorted().at(-1) ?? '';
  return [
    ...[...released].filter(([name, hash]) => now.get(name) !== hash).map(([name]) => `${name} was released`),
    ...[...now.keys()]
      .filter((name) => !released.has(name) && name < last)
      .map((name) => `${name} runs before ${last}`),
  ];
}
