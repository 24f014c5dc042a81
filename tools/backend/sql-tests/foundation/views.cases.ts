import { ANONYMOUS, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';

const callers = [
  ['without a session', ANONYMOUS],
  ['a trainee', signedIn('00000000-0000-4000-8000-000000000001')],
  ['the service', SERVICE],
] as const;

/** Views are read, and never written to. */
export function viewCases(database: () => TestDatabase): void {
  it.each(callers)('%s writes to no view, and the API answers 401, 403 or 405', async (_name, caller) => {
    const views = await database().query(
      `select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as field
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'`,
    );
    expect(views.length).toBeGreaterThan(5);
    const statements = views.flatMap(({ name, field }) => [
      `insert into public.${String(name)} (${String(field)}) values (null)`,
      `update public.${String(name)} set ${String(field)} = null`,
      `delete from public.${String(name)}`,
    ]);
    const answers: [string, string | undefined][] = [];
    for (const statement of statements) {
      answers.push([statement, (await refusal(database(), caller, statement))?.code]);
    }
    expect(answers.filter(([, code]) => code !== '42501' && code !== 'PT405')).toEqual([]);
  });
}
