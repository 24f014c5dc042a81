/**
 * `npm run bench:logbook`, and a part of `npm run bench:data`: how long the database takes for the reads of the logbook,
 * where 10,000 trainees have written an entry each day for five years. Needs a PostgreSQL server; writes
 * docs/benchmarks/logbook.md. Fewer trainees: `npm run bench:logbook -- 1000`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, signedIn, type TestDatabase } from '../../backend/sql-tests/database/database';
import { findServer } from '../../backend/sql-tests/database/server';
import { openServerTest } from '../../backend/sql-tests/database/server-test';
import { accountOf, CONFIRMERS, gatherLogbooks } from '../../backend/sql-tests/plans/logbooks';
import { wholeReads } from '../../backend/sql-tests/plans/whole-reads';

const TARGET = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/benchmarks/logbook.md');
const ROUNDS = 60;
const DAYS = 5 * 365;
/** Below so many rows a table is read from end to end, and rightly. */
const MANY = 1_000;

const trainees = Number(process.argv[2] ?? 10_000);
if (!Number.isInteger(trainees) || trainees < CONFIRMERS) {
  process.stderr.write(`Usage: npm run bench:logbook -- [trainees, at least ${CONFIRMERS}]\n`);
  process.exit(2);
}
const programs = findServer();
if (programs === null && !process.env['DB_URL']) {
  process.stderr.write('This benchmark needs PostgreSQL: install a server, or set DB_URL.\n');
  process.exit(1);
}

/** A read of the logbook; each round is of another account. */
interface Read {
  readonly name: string;
  readonly account: (round: number) => string;
  readonly sql: (round: number) => string;
}
/** Spread over all of them, so that no round finds the rows of the one before. */
const person = (round: number) => 1 + ((round * 7_919) % trainees);
const trainee = (name: string, sql: string): Read => ({
  name,
  account: (round) => accountOf.trainee(person(round)),
  sql: () => sql,
});
const confirmer = (name: string, sql: string): Read => ({
  name,
  account: (round) => accountOf.confirmer(round % CONFIRMERS),
  sql: () => sql,
});
const institution = (name: string, sql: Read['sql']): Read => ({ name, account: () => accountOf.institution, sql });
const listed = (round: number) => `md5('listed' || ${person(round)})::uuid`;

const READS: readonly Read[] = [
  trainee('week', `select nemus_logbook_week(date_trunc('week', current_date)::date - 28)`),
  trainee('what counts for what', 'select nemus_counted_hours()'),
  trainee('what counted from where', 'select nemus_counted_sources()'),
  trainee('targets of the dashboard', 'select * from nemus_training_progress where user_id = auth.uid()'),
  confirmer('inbox, first page', 'select nemus_sign_off_inbox()'),
  confirmer('inbox, how much waits', 'select nemus_sign_off_status()'),
  institution('cohort, a page', (round) => `select nemus_cohort('', ${1 + (round % Math.ceil(trainees / 25))})`),
  institution('cohort, a search', (round) => `select nemus_cohort('n${person(round)}')`),
  institution('hours of a trainee', (round) => `select nemus_counted_hours(${listed(round)})`),
  institution('sections of a trainee', (round) => `select nemus_section_report(${listed(round)})`),
  institution('package of a trainee', (round) => `select nemus_site_package(${listed(round)})`),
  institution('workload', () => 'select nemus_sign_off_workload()'),
];

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const load = () => (loadavg()[0] ?? 0).toFixed(1);

/** Fills the database, reads what there is to read, and writes the table. */
async function run(database: TestDatabase): Promise<void> {
  const before = load();
  process.stdout.write(`${trainees} trainees, ${DAYS} days …\n`);
  await gatherLogbooks(database, { trainees, days: DAYS });
  const [counted] = await database.query(
    `select count(*)::text as entries, pg_size_pretty(pg_total_relation_size('nemus_logbook_entries')) as size
     from nemus_logbook_entries`,
  );
  const large = new Set(
    (await database.query(`select relname from pg_class where reltuples >= ${MANY}`)).map(({ relname }) =>
      String(relname),
    ),
  );
  const rows: string[] = [];
  for (const { name, account, sql } of READS) {
    const times: number[] = [];
    const whole = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await database.query('begin');
      const [of] = await database.query(`select ${account(round)}::text as id`);
      await become(database, signedIn(String(of?.id)));
      const started = performance.now();
      await database.query(sql(round));
      times.push(performance.now() - started);
      if (round === 0) for (const table of await wholeReads(database, sql(round))) whole.add(table);
      await database.query('rollback');
    }
    const read = [...whole].filter((table) => large.has(table));
    rows.push(
      `| ${name} | ${at(times, 0.5).toFixed(1)} | ${at(times, 0.95).toFixed(1)} | ${read.length === 0 ? 'by index' : `all of ${read.join(', ')}`} |`,
    );
    process.stdout.write(`${rows.at(-1) ?? ''}\n`);
  }
  await mkdir(path.dirname(TARGET), { recursive: true });
  await writeFile(
    TARGET,
    [
      '# Reads of the logbook',
      '',
      `${trainees.toLocaleString('en')} trainees of one institution with an entry each day for five years, ${Number(counted?.entries).toLocaleString('en')} entries (${String(counted?.size)} with their indexes). Milliseconds of ${ROUNDS} runs, each as another account, with row level security, on PostgreSQL; made by \`npm run bench:logbook\`. The machine had ${cpus().length} cores and a load of ${before} before and ${load()} after.`,
      '',
      '| Read | Median | p95 | Way |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
      'All trainees are of the one institution here. Tables with less than 1,000 rows are not named: those are read from end to end, and rightly.',
      '',
    ].join('\n'),
  );
}

// The server is a process of its own, which nobody else would end: not a signal, while it starts or while it works, and
// not an error.
const opening = openServerTest(programs);
const close = async () => (await opening).close();
const ended = new Promise<number>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(1));
});
const code = await Promise.race([
  ended,
  opening.then(run).then(
    () => 0,
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return 1;
    },
  ),
]);
await close();
process.exit(code);
