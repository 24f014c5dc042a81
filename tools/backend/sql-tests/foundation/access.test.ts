import { ANONYMOUS, SERVICE, signedIn, type Caller } from '../database/database';
import { BOTH, onEveryEngine } from '../database/engines';
import { fillEveryTable, type EveryTable } from '../scenes/every-table';
import { prepareAttempts, readAccess } from './attempts';
import { CALLS, MATRIX, VIEWS, type TableAccess } from './matrix';

/** Tables of the releases have their own tests, beside the command line that writes them. */
const OURS = `relname like 'nemus\\_%' and relname not like '%release%'`;

function callersOf({ of }: TableAccess, scene: EveryTable): { owner: string; callers: Record<string, Caller> } {
  const { piw, otherPiw, institution, otherInstitution } = scene;
  const [owner, stranger, other, linked] =
    of === 'institution'
      ? [institution, otherInstitution, otherPiw, piw]
      : [piw, otherPiw, otherInstitution, institution];
  return {
    owner,
    callers: {
      anon: ANONYMOUS,
      owner: signedIn(owner),
      stranger: signedIn(stranger),
      other: signedIn(other),
      linked: signedIn(linked),
      service: SERVICE,
    },
  };
}

onEveryEngine((database) => {
  let scene: EveryTable;
  beforeAll(async () => {
    scene = await fillEveryTable(database());
    await prepareAttempts(database());
  }, 60_000);

  it('names every table and view of the exposed schema', async () => {
    const rows = await database().query(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and ${OURS} order by relname`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(MATRIX).toSorted());
  });

  it.each(Object.entries(MATRIX))('%s: every caller may do exactly what the matrix allows', async (table, access) => {
    const connection = database();
    const { owner, callers } = callersOf(access, scene);
    await connection.query('begin');
    try {
      // There are rows, so that a refusal is meaningful.
      const existing = VIEWS.includes(table) ? 'select 1' : `select 1 from ${table} where ${access.where} limit 1`;
      expect(await connection.query(existing, existing.includes('$1') ? [owner] : [])).toHaveLength(1);
      const { anon, owner: own, stranger, other, linked, service } = access;
      expect(await readAccess(connection, table, access, owner, callers)).toEqual({
        anon,
        owner: own,
        stranger,
        other,
        linked,
        service,
      });
    } finally {
      await connection.query('rollback');
    }
  });

  it('lets each role call what the list says and nothing else', async () => {
    const rows = await database().query(
      `select p.proname as name, array_to_string(array(
         select role from unnest(array['anon', 'authenticated', 'service_role']) as role
         where has_function_privilege(role, p.oid, 'execute') order by role), ' ') as roles
       from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proname like 'nemus\\_%'
         and p.proname not like '%release%' order by p.proname`,
    );
    expect(Object.fromEntries(rows.map(({ name, roles }) => [name, roles]))).toEqual(
      Object.fromEntries(Object.entries(CALLS).map(([name, roles]) => [name, roles.join(' ')])),
    );
  });

  it('keeps the search path of every function empty', async () => {
    const rows = await database().query(
      `select p.pronamespace::regnamespace::text || '.' || p.proname as name from pg_proc p
       where p.proname like 'nemus\\_%' and (p.proconfig is null or not p.proconfig @> array['search_path=""'])`,
    );
    expect(rows).toEqual([]);
  });

  it('closes what clients have no business with', async () => {
    const rows = await database().query(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
         and (has_table_privilege('anon', c.oid, 'select') or has_table_privilege('authenticated', c.oid, 'select')
           or not c.relrowsecurity)`,
    );
    expect(rows).toEqual([]);
    const calls = await database().query(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'private'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
         and not exists (select from pg_proc public where public.pronamespace = 'public'::regnamespace
           and public.proname = p.proname) and p.proname like 'nemus\\_%' and p.proname not like '%release%'
       order by 1`,
    );
    expect(calls.map(({ name }) => name)).toEqual([
      'nemus_acts_for',
      'nemus_begin_export',
      'nemus_check_caller',
      'nemus_competency_figures',
      'nemus_decided_here',
      'nemus_exported_tables',
      'nemus_has_content',
      'nemus_has_given_factor',
      'nemus_has_paper',
      'nemus_has_sample_hours',
      'nemus_is_blocked',
      'nemus_is_day',
      'nemus_is_enrolled',
      'nemus_is_institution',
      'nemus_is_news_open',
      'nemus_is_operator',
      'nemus_is_session_open',
      'nemus_is_staff',
      'nemus_keeps_place',
      'nemus_leave_until',
      'nemus_my_confirmers',
      'nemus_my_deputised',
      'nemus_participation',
      'nemus_pays_for',
      'nemus_plain_form',
      'nemus_planned_units',
      'nemus_reads_block',
      'nemus_reads_file',
      'nemus_reads_note',
      'nemus_reads_set',
      'nemus_search_form',
      'nemus_search_text',
      'nemus_sort_key',
      'nemus_title_key',
      'nemus_units_by_area',
      'nemus_units_done',
      'nemus_withheld_seminars',
    ]);
  });

  it('guards every table with the second factor, also those of later migrations', async () => {
    const unguarded = await database().query(
      `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${OURS}
       and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
         and pg_get_expr(p.polqual, p.polrelid) like '%nemus_has_given_factor()%'
         and p.polroles = array['authenticated'::regrole::oid])`,
    );
    expect(unguarded).toEqual([]);
  });

  it('has row level security, times and an index for every foreign key on every table', async () => {
    const open = await database().query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and ${OURS}
       and not relrowsecurity`,
    );
    expect(open).toEqual([]);
    const timeless = await database().query(
      `select relname from pg_class c where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and relkind = 'r' and ${OURS} and not exists (select from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'created_at' and a.attnotnull)`,
    );
    expect(timeless).toEqual([]);
    const unindexed = await database().query(
      `select k.conrelid::regclass::text || ' ' || k.conname as key from pg_constraint k
       where k.contype = 'f' and k.conrelid::regclass::text ~ 'nemus_' and not exists (
         select from pg_index i where i.indrelid = k.conrelid
           and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
       order by 1`,
    );
    expect(unindexed).toEqual([]);
  });
}, BOTH);
