import type { Connection } from './database';

/** Everything that makes up the schema and its rows, as one row of text for each object. */
const SNAPSHOT = String.raw`
with spaces as (select oid from pg_namespace where nspname in ('public', 'private')),
granted (kind, name, acl, owner) as (
  select 'relation', c.oid::regclass::text,
    coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's'::"char" else 'r' end, c.relowner)), c.relowner
  from pg_class c join spaces s on s.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'column', a.attrelid::regclass::text || '.' || a.attname, a.attacl, c.relowner
  from pg_attribute a join pg_class c on c.oid = a.attrelid join spaces s on s.oid = c.relnamespace
  where a.attacl is not null
  union all
  select 'function', p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner
  from pg_proc p join spaces s on s.oid = p.pronamespace
  union all
  select 'schema', n.nspname::text, coalesce(n.nspacl, acldefault('n', n.nspowner)), n.nspowner
  from pg_namespace n join spaces s on s.oid = n.oid
  union all
  select 'default of ' || d.defaclobjtype::text, coalesce(nullif(d.defaclnamespace, 0)::regnamespace::text, 'everywhere'),
    d.defaclacl, d.defaclrole
  from pg_default_acl d
),
objects (kind, name, definition) as (
  select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid)
  from pg_proc p join spaces s on s.oid = p.pronamespace where p.prokind <> 'a'
  union all
  select 'relation', c.oid::regclass::text, format('%s row security %s, forced %s, %s', c.relkind, c.relrowsecurity,
    c.relforcerowsecurity, c.reloptions)
  from pg_class c join spaces s on s.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'view', c.oid::regclass::text, pg_get_viewdef(c.oid)
  from pg_class c join spaces s on s.oid = c.relnamespace where c.relkind in ('v', 'm')
  union all
  select 'column', c.oid::regclass::text || '.' || a.attname, format('%s %s not null %s default %s %s %s collate %s',
    row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
    pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attcollation::regcollation)
  from pg_attribute a join pg_class c on c.oid = a.attrelid join spaces s on s.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')
  union all
  select 'constraint', k.conrelid::regclass::text || ' ' || k.conname, pg_get_constraintdef(k.oid)
  from pg_constraint k join spaces s on s.oid = k.connamespace where k.contype <> 'n'
  union all
  select 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join spaces s on s.oid = c.relnamespace
  union all
  select 'trigger', t.tgrelid::regclass::text || ' ' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid join spaces s on s.oid = p.pronamespace where not t.tgisinternal
  union all
  select 'policy', p.polrelid::regclass::text || ' ' || p.polname, format('%s permissive %s for %s using %s check %s',
    p.polcmd, p.polpermissive, (select array_agg(r::regrole::text order by r::regrole::text) from unnest(p.polroles) r),
    pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy p
  union all
  select 'comment', o.identity, d.description
  from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) o where o.schema in ('public', 'private')
  union all
  select 'grants of ' || g.kind, g.name, string_agg(
    coalesce(nullif(x.grantee, 0)::regrole::text, 'public') || ' ' || x.privilege_type, ', '
    order by coalesce(nullif(x.grantee, 0)::regrole::text, 'public'), x.privilege_type)
  from granted g, aclexplode(g.acl) x where x.grantee <> g.owner group by 1, 2
)
select kind || ' ' || name as object, definition from objects where definition is not null`;

/** Columns that a clock or chance fills; the database's own keys of rows are compared. */
const BY_CLOCK = `array['created_at', 'updated_at', 'published_at', 'minute']`;

/**
 * What a database consists of: functions with their bodies, tables, views, constraints, indexes, triggers, policies,
 * comments, grants, default privileges, and the rows of every table. Two databases that are alike have equal snapshots.
 *
 * @returns the definition of each object by its kind and name
 */
export async function takeSnapshot(connection: Connection): Promise<Readonly<Record<string, string>>> {
  const objects = await connection.query(SNAPSHOT);
  const tables = await connection.query(`select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and (c.relnamespace::regnamespace::text in ('public', 'private')
      or c.oid = to_regclass('storage.buckets'))`);
  const rows: [string, string][] = [];
  for (const { name } of tables) {
    const found = await connection.query(`select string_agg(row, e'\\n' order by row) as rows
      from (select (to_jsonb(t) - ${BY_CLOCK})::text as row from ${String(name)} t) each_row`);
    rows.push([`rows of ${String(name)}`, String(found[0]?.['rows'] ?? '')]);
  }
  return Object.fromEntries([
    ...objects.map(({ object, definition }): [string, string] => [String(object), String(definition)]),
    ...rows.filter(([, text]) => text !== ''),
  ]);
}
