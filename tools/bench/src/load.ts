/**
 * `npm run load -w @nemus/bench`: k concurrent users through auth, catalogue and purchase, on the embedded Postgres and
 * on a real one in the same run. Writes docs/benchmarks/load.md. Exits with 1 when anything failed.
 *
 * Compare the columns with each other, not with another machine's.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServer, startServer } from '../../backend/sql-tests/database/server';
import { openStage } from './load/backend';
import { runCrowd, type CrowdResult } from './load/crowd';
import { countOf } from './load/measures';
import { STEPS } from './load/user';
import { quantile } from './report/stats';

/** Concurrent users, and the visits of all of them together. */
const CROWDS = [
  { users: 1, visits: 12 },
  { users: 4, visits: 24 },
  { users: 16, visits: 48 },
  { users: 64, visits: 128 },
] as const;
const TARGET = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/benchmarks/load.md');

async function runAll(name: string, dbUrl?: string): Promise<CrowdResult[]> {
  const stage = await openStage(dbUrl);
  try {
    // Bundles the functions and warms both sides up.
    await runCrowd(stage, 1, 2);
    const results: CrowdResult[] = [];
    for (const { users, visits } of CROWDS) {
      const result = await runCrowd(stage, users, visits);
      const rate = (countOf(result) / result.seconds).toFixed(1);
      process.stdout.write(`${name}: ${users} users, ${result.visits} visits, ${rate} steps/s\n`);
      for (const failure of new Set(result.failures)) process.stdout.write(`  failed: ${failure}\n`);
      results.push(result);
    }
    return results;
  } finally {
    await stage.close();
  }
}

const programs = findServer();
const given = process.env['DB_URL'];
if (!given && programs === null) {
  process.stderr.write('This benchmark needs PostgreSQL: install a server, or set DB_URL to an empty database.\n');
  process.exit(1);
}
const server = given || programs === null ? null : await startServer(programs, true);
const embedded = await runAll('PGlite');
const real = await runAll('PostgreSQL', given ?? server?.url);
server?.stop();

const ms = (value: number) => value.toFixed(0);
const ratio = (left: number, right: number) => (right === 0 ? '–' : (left / right).toFixed(2));
const perSecond = (result: CrowdResult) => result.visits / result.seconds;

const throughput = CROWDS.flatMap(({ users }, index) => {
  const [lite, full] = [embedded[index], real[index]];
  if (!lite || !full) return [];
  const errors = lite.failures.length + full.failures.length;
  const rates = [perSecond(lite), perSecond(full)] as const;
  return `| ${users} | ${rates[0].toFixed(2)} | ${rates[1].toFixed(2)} | ${ratio(rates[1], rates[0])} | ${errors} |`;
});
const latency = CROWDS.flatMap(({ users }, index) =>
  STEPS.flatMap((step) => {
    const [lite, full] = [embedded[index]?.times[step] ?? [], real[index]?.times[step] ?? []];
    const cells = [0.5, 0.95].flatMap((part) => {
      const [left, right] = [quantile(lite, part), quantile(full, part)];
      return [ms(left), ms(right), ratio(right, left)];
    });
    return `| ${users} | ${step} | ${cells.join(' | ')} |`;
  }),
);
await mkdir(path.dirname(TARGET), { recursive: true });
await writeFile(
  TARGET,
  [
    '# Load on one machine',
    '',
    'Users who visit at the same time, without a pause: sign in, refresh the session, read the catalogue, open the checkout of a course (function and provider), pay and wait for the place (webhook). Backend and provider’s sandbox run on this machine, once on the embedded PGlite and once on PostgreSQL, which writes to the disk before it answers. Made by `npm run load -w @nemus/bench`; the ratios (PostgreSQL : PGlite) are what can be compared.',
    '',
    '## Visits per second',
    '',
    '| Users | PGlite | PostgreSQL | Ratio | Errors |',
    '|---|---|---|---|---|',
    ...throughput,
    '',
    '## Time of each step in milliseconds',
    '',
    '| Users | Step | PGlite p50 | PostgreSQL p50 | Ratio | PGlite p95 | PostgreSQL p95 | Ratio |',
    '|---|---|---|---|---|---|---|---|',
    ...latency,
    '',
  ].join('\n'),
);
const errors = [...embedded, ...real].reduce((sum, { failures }) => sum + failures.length, 0);
process.stdout.write(`${errors} errors\n`);
process.exit(errors === 0 ? 0 : 1);
