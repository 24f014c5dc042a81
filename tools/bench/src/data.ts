/**
 * `npm run data -w @nemus/bench`: the database's time for every read of every page, with few and with many rows, and
 * its plan. Needs a PostgreSQL server; writes docs/benchmarks/data.md.
 *
 * Compare the columns with each other, not with another machine's. On a busy machine, the processor time is the cost of
 * a read, and the clock time includes its waits.
 */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, signedIn, type TestDatabase } from '../../backend/sql-tests/database/database';
import { findServer } from '../../backend/sql-tests/database/server';
import { openServerTest } from '../../backend/sql-tests/database/server-test';
import { gatherCrowd, type CrowdSize } from '../../backend/sql-tests/plans/crowd';
import { PAGE_QUERIES, readerOf, statementOf, type PageQuery } from '../../backend/sql-tests/plans/pages';
import { wholeReads } from '../../backend/sql-tests/plans/whole-reads';
import { quantile } from './report/stats';

const ROUNDS = 40;
/** Rows that are the same in both. */
const OTHERS = { accounts: 5_000, rows: 20_000 };
const SIZES: readonly { readonly label: string; readonly size: CrowdSize }[] = [
  { label: '10³', size: { courses: 1_000, enrolmentsEach: 1, dates: 100, ...OTHERS } },
  { label: '10⁶', size: { courses: 100_000, enrolmentsEach: 1_000, dates: 10_000, ...OTHERS } },
];
const TARGET = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/benchmarks/data.md');

interface Measure {
  /** 95th percentile in milliseconds, with connection and row level security. */
  readonly p95: number;
  /** The server's processor time for the same; null where it cannot be measured (another system or machine). */
  readonly processor: number | null;
  /** Nodes of the plan that touch tables, outermost first. */
  readonly plan: string;
}

/** Kinds of access in a plan, such as `Index Scan`. */
function accesses(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(accesses);
  if (typeof plan !== 'object' || plan === null) return [];
  const kind: unknown = Reflect.get(plan, 'Node Type');
  const own = typeof kind === 'string' && kind.includes('Scan') ? [kind] : [];
  return [...own, ...Object.values(plan).flatMap(accesses)];
}

/** Milliseconds of processor time that a process of this machine has used so far; null where it cannot be measured. */
function processorTime(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

async function measure(database: TestDatabase, query: PageQuery): Promise<Measure> {
  const statement = statementOf(query);
  await database.query('begin');
  await become(database, signedIn(readerOf(query)));
  const [explained] = await database.query(`explain (format json) ${statement}`);
  const [backend] = await database.query('select pg_backend_pid() as pid');
  // A server elsewhere has other figures.
  const spent = () => (process.env.DB_URL ? null : processorTime(Number(backend?.pid)));
  const times: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = spent();
    const started = performance.now();
    await database.query(statement);
    times.push(performance.now() - started);
    const after = spent();
    if (before !== null && after !== null) processor.push(after - before);
  }
  const whole = await wholeReads(database, statement);
  await database.query('rollback');
  const kinds = [
    ...new Set(accesses(explained?.['QUERY PLAN'])),
    // What functions do inside is not in the plan.
    ...(statement.startsWith('select nemus_') ? ['function'] : []),
    ...whole.map((table) => `all of \`${table}\``),
  ];
  return {
    p95: quantile(times, 0.95),
    processor: processor.length > 0 ? quantile(processor, 0.95) : null,
    plan: kinds.join(', '),
  };
}

const programs = findServer();
if (programs === null && !process.env['DB_URL']) {
  process.stderr.write('This benchmark needs PostgreSQL: install a server, or set DB_URL.\n');
  process.exit(1);
}

const load = () => (loadavg()[0] ?? 0).toFixed(1);
const loadBefore = load();
const columns: Measure[][] = [];
for (const { label, size } of SIZES) {
  const database = await openServerTest(programs);
  process.stdout.write(`${label}: ${size.courses} courses, ${size.enrolmentsEach * 1_000} enrolments …\n`);
  await gatherCrowd(database, size);
  const measures: Measure[] = [];
  for (const query of PAGE_QUERIES) measures.push(await measure(database, query));
  columns.push(measures);
  await database.close();
}

const ms = (measured: Measure | undefined) => (measured?.p95 ?? 0).toFixed(1);
const rows = PAGE_QUERIES.map(({ page, by }, index) => {
  const [few, many] = columns.map((measures) => measures[index]);
  const ratio = ((many?.p95 ?? 0) / Math.max(few?.p95 ?? 0, 0.1)).toFixed(1);
  const processor = many?.processor?.toFixed(1) ?? '';
  return `| ${page} | ${by} | ${ms(few)} | ${ms(many)} | ${ratio} | ${processor} | ${many?.plan ?? ''} |`;
});
await mkdir(path.dirname(TARGET), { recursive: true });
await writeFile(
  TARGET,
  [
    '# Reads of the pages',
    '',
    `p95 of ${ROUNDS} runs in milliseconds, as the signed-in account with row level security, on PostgreSQL. 10³: 1,000 courses, 1,000 enrolments and 100 dates of seminars; 10⁶: 100,000 courses, 1,000,000 enrolments and 10,000 dates with ten people each. The other tables hold up to 20,000 rows in both. Made by \`npm run data -w @nemus/bench\`; compare the columns, not machines. "Processor" is the p95 of the server's processor time at 10⁶, without what the read waited for its turn: the machine had ${cpus().length} cores and a load of ${loadBefore} before and ${load()} after.`,
    '',
    '| Read | Account | 10³ | 10⁶ | Ratio | Processor | Plan at 10⁶ |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n'),
);
process.exit(0);
