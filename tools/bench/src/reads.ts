/**
 * `npm run reads -w @nemus/bench`: every read of every page over HTTP, by one person and by 64 people concurrently,
 * with few and with many rows. The backend runs in a separate process on a temporary PostgreSQL, which it requires.
 * Writes tools/bench/dist/reads.md. With parts of names, only these reads, and nothing is written. `--few` leaves the
 * million out. Exits with 1 when a read failed.
 *
 * Compare the columns with each other, not with another machine's.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connectTo, findServer, startServer } from '../../backend/sql-tests/database/server';
import { gatherCrowd, type CrowdSize } from '../../backend/sql-tests/plans/crowd';
import { DIST } from './builds/paths';
import { openStage, type Stage } from './reads/stage';
import { measure, requestsOf, type ReadMeasure } from './reads/asking';
import { PAGE_READS, type PageRead } from './reads/page-reads';
import { employCrowd, gatherPeople, type Person, type Role } from './reads/people';
import { reportOf } from './reads/report';
import { serverProcess, treeSeconds } from './process-tree';

/** Number of concurrent people, and requests of each for every read. */
const PEOPLE = 64;
const TIMES_ALONE = 20;
const TIMES_TOGETHER = 3;
/** Rows that are the same in both. */
const OTHERS = { accounts: 5_000, rows: 20_000 };
const SIZES: readonly { readonly label: string; readonly size: CrowdSize }[] = [
  { label: '10³', size: { courses: 1_000, enrolmentsEach: 1, dates: 100, ...OTHERS } },
  { label: '10⁶', size: { courses: 100_000, enrolmentsEach: 1_000, dates: 10_000, ...OTHERS } },
];
const TARGET = path.join(DIST, 'reads.md');

const { values: asked, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { few: { type: 'boolean', default: false } },
});
const reads = PAGE_READS.filter(({ name }) => named.length === 0 || named.some((part) => name.includes(part)));

async function measureRead(read: PageRead, people: readonly Person[], stage: Stage, database: number) {
  const requests = await Promise.all(people.map((person) => requestsOf(read, person, stage)));
  // Connections, plans and the API's own caches are warm before anything counts.
  await measure(requests.slice(0, 10), 2);
  const alone = await measure(requests.slice(0, 1), TIMES_ALONE);
  const before = [treeSeconds(stage.pid), treeSeconds(database)] as const;
  const started = process.cpuUsage();
  const together = await measure(requests, TIMES_TOGETHER);
  const { user, system } = process.cpuUsage(started);
  const after = [treeSeconds(stage.pid), treeSeconds(database)] as const;
  const each = (index: 0 | 1) => ((after[index] - before[index]) * 1000) / together.count;
  return { alone, together, api: each(0), database: each(1), generator: (user + system) / 1000 / together.count };
}

async function measureAll(programs: string, { label, size }: (typeof SIZES)[number]): Promise<(ReadMeasure | null)[]> {
  const server = await startServer(programs);
  const stage = await openStage(server.url);
  const connection = connectTo(server.url);
  try {
    process.stdout.write(`${label}: ${size.courses} courses, ${size.enrolmentsEach * 1_000} enrolments …\n`);
    await gatherCrowd(connection, size);
    await employCrowd(connection, PEOPLE);
    const database = await serverProcess(connection);
    const people = new Map<Role, Person[]>();
    for (const role of ['trainee', 'institution', 'staff'] as const) {
      people.set(role, await gatherPeople(connection, role, PEOPLE, stage.jwtSecret));
    }
    const measures: (ReadMeasure | null)[] = [];
    for (const read of reads) {
      const measured = await measureRead(read, people.get(read.by) ?? [], stage, database).catch((error: unknown) => {
        process.stdout.write(`failed: ${read.by}, ${read.name}: ${String(error)}\n`);
        return null;
      });
      measures.push(measured);
      if (measured) {
        const { alone, together, ...spent } = measured;
        process.stdout.write(
          `${label} ${read.by}, ${read.name}: alone ${alone.p95.toFixed(0)}, together ${together.p95.toFixed(0)}, at the API ${together.served.toFixed(0)} ms; api ${spent.api.toFixed(1)}, database ${spent.database.toFixed(1)}, generator ${spent.generator.toFixed(1)} ms\n`,
        );
      }
    }
    return measures;
  } finally {
    await connection.close();
    await stage.close();
    server.stop();
  }
}

const programs = findServer();
if (programs === null) {
  process.stderr.write('This benchmark needs the programs of a PostgreSQL server.\n');
  process.exit(1);
}
const load = () => (loadavg()[0] ?? 0).toFixed(1);
const loadBefore = load();
const columns: (ReadMeasure | null)[][] = [];
for (const size of asked.few ? SIZES.slice(0, 1) : SIZES) columns.push(await measureAll(programs, size));
if (named.length === 0 && !asked.few) {
  const machine = `${cpus().length} cores of "${cpus()[0]?.model.trim() ?? 'unknown'}" (load ${loadBefore} before and ${load()} after)`;
  await mkdir(DIST, { recursive: true });
  await writeFile(TARGET, reportOf({ reads, columns, people: PEOPLE, times: [TIMES_ALONE, TIMES_TOGETHER], machine }));
}
process.exit(columns.flat().includes(null) ? 1 : 0);
