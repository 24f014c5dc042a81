import { ANONYMOUS, ask, refusal, signedIn, type Connection } from '../sql-tests/database/database';

/** What has to be the same after a restore. */
export interface State {
  /** Rows and a checksum of each table, by its name. */
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sum: string }>>;
  /** Policies, grants, functions, triggers and indexes, one a line. */
  readonly rules: readonly string[];
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage', 'cron', 'supabase_migrations')
  order by 1`;

/** Names instead of numbers: a restored database has other oids. */
const RULES = `
  select 'policy' as kind, p::text as what from pg_policies p
  union all select 'table', c.oid::regclass || ' ' || c.relrowsecurity || ' ' || array(select a::text from unnest(coalesce(c.relacl, acldefault('r', c.relowner))) a order by 1)::text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'v')
  union all select 'function', p.oid::regprocedure || ' ' || p.prosecdef || md5(pg_get_functiondef(p.oid)) ||
      array(select a::text from unnest(coalesce(p.proacl, acldefault('f', p.proowner))) a order by 1)::text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'auth') and p.prokind = 'f'
  union all select 'trigger', t.tgrelid::regclass || ' ' || t.tgname || ' ' || t.tgenabled::text from pg_trigger t where not t.tgisinternal
  union all select 'index', i.indexdef from pg_indexes i where i.schemaname in ('public', 'private')
  order by 1, 2`;

/** Reads everything that {@link State} compares. */
export async function readState(connection: Connection): Promise<State> {
  const tables: Record<string, { rows: number; sum: string }> = {};
  for (const { name } of await connection.query(TABLES)) {
    const [row] = await connection.query(
      `select count(*)::int as rows, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from ${String(name)} t`,
    );
    tables[String(name)] = { rows: Number(row?.rows), sum: String(row?.sum) };
  }
  const rules = await connection.query(RULES);
  return { tables, rules: rules.map(({ kind, what }) => `${String(kind)} ${String(what)}`) };
}

/** Tables that lack rows, or have others than there were. */
export function missing(before: State, after: State): readonly string[] {
  return Object.entries(before.tables)
    .filter(([name, { sum }]) => after.tables[name]?.sum !== sum)
    .map(([name, { rows }]) => `${rows - (after.tables[name]?.rows ?? 0)} of ${rows} in ${name}`);
}

/** Policies, grants, functions, triggers and indexes that one of them has and the other has not. */
export function otherRules(before: State, after: State): readonly string[] {
  const [were, are] = [new Set(before.rules), new Set(after.rules)];
  return [...before.rules.filter((rule) => !are.has(rule)), ...after.rules.filter((rule) => !were.has(rule))];
}

/** Rows of all tables together. */
export const rowsOf = (state: State): number => Object.values(state.tables).reduce((sum, { rows }) => sum + rows, 0);

/** What clients may and may not, asked as clients ask. Answers what does not hold. */
export async function brokenRules(connection: Connection, own: string, other: string): Promise<string[]> {
  const broken: string[] = [];
  const check = (name: string, holds: boolean) => {
    if (!holds) broken.push(name);
  };
  const mine = await ask(connection, signedIn(own), 'select user_id from nemus_profiles');
  check('an account sees its own profile and no other', mine.length === 1 && mine[0]?.user_id === own);
  const orders = await ask(connection, signedIn(own), 'select distinct user_id from nemus_orders');
  check(
    'an account sees its own purchases alone',
    orders.every(({ user_id: user }) => user === own),
  );
  const foreign = await ask(
    connection,
    signedIn(own),
    'select from nemus_transactions where user_id = $1::text::uuid',
    [other],
  );
  check("an account sees no other account's purchases", foreign.length === 0);
  check('a visitor reads nothing', (await refusal(connection, ANONYMOUS, 'select from nemus_profiles')) !== null);
  const grant = await refusal(connection, signedIn(own), `select nemus_fulfil_checkout('cs_x', 1, 'eur')`);
  check('an account cannot grant a purchase to itself', grant?.code === '42501');
  const ledger = await refusal(connection, { role: 'service_role' }, 'delete from nemus_credit_entries');
  check('the ledger only grows', ledger !== null);
  const bookings = await ask(connection, signedIn(own), 'select nemus_booked_seminars() as list');
  check('functions answer', bookings.length === 1);
  return broken;
}
