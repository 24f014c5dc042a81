/**
 * `npm run mutate:sql -- <migration> [every nth] [tests]`: changes one migration in one place at a time, runs the SQL
 * tests on PostgreSQL against each, and prints what no test noticed. The file is put back at the end, also after Ctrl-C.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readForms } from '../checks/src/migrations/forms';
import { readMigrations } from '../checks/src/migrations/read-migrations';
import { makeSqlMutants, type SqlMutant } from './sql-mutants';

const ROOT = path.resolve(import.meta.dirname, '../..');
const [file = '', step = '1', ...tests] = process.argv.slice(2);
if (!file.endsWith('.sql') || !(Number(step) >= 1)) {
  process.stderr.write(
    'Name a migration: npm run mutate:sql -- supabase/migrations/<file>.sql [every nth mutant] [test files]\n',
  );
  process.exit(2);
}
const target = path.resolve(ROOT, file);
const original = readFileSync(target, 'utf8');
/** All that ask the database what it does; the form of the migrations and the plans of queries notice no rule. */
const TESTS = [`sql-tests/${tests.length > 0 ? `(${tests.join('|')})\\.test` : '(?!migrations|plans)[a-z-]+\\.test'}`];

/** Functions of this file that a later one has anew: a change of them changes nothing. */
const replaced = readForms(readMigrations(path.dirname(target)))
  .filter(({ files }) => files.includes(path.basename(target)) && files.at(-1) !== path.basename(target))
  .map(({ object }) => object);

type Verdict = 'killed' | 'survived' | 'invalid' | 'out of time';

const run = promisify(execFile);

/** What a child process that failed leaves behind, as far as it matters here. */
const failureSchema = z.object({ stderr: z.string(), killed: z.boolean().nullish() });

/** Runs the SQL tests; `invalid` when the schema with the change cannot even be made. */
async function runTests(): Promise<Verdict> {
  // Each change makes a schema of its own, of which the tests would leave an image behind.
  const folder = mkdtempSync(path.join(tmpdir(), 'nemus-mutant-'));
  chmodSync(folder, 0o755);
  const jest = ['--no-install', 'jest', '--config', 'jest.config.mjs', '--rootDir', 'tools/backend'];
  try {
    await run('npx', [...jest, '--bail', '-t', 'PostgreSQL', ...TESTS], {
      cwd: ROOT,
      timeout: 900_000,
      maxBuffer: 50_000_000,
      env: { ...process.env, NEMUS_REQUIRE_POSTGRES: '1', TMPDIR: folder },
    });
    return 'survived';
  } catch (error) {
    const { stderr, killed } = failureSchema.parse(error);
    // A busy machine must not pass for a test that noticed.
    if (killed === true) return 'out of time';
    // The hook that makes the database fails: then every test fails for the same reason, which says nothing about them.
    return /openServerTest|applyScripts/.test(stderr) && !/expect\(/.test(stderr) ? 'invalid' : 'killed';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function restore(): void {
  writeFileSync(target, original);
}
process.on('SIGINT', () => {
  restore();
  process.exit(130);
});

const chosen = makeSqlMutants(original, replaced).filter((_, index) => index % Number(step) === 0);
const counts: Record<Verdict, number> = { killed: 0, survived: 0, invalid: 0, 'out of time': 0 };
const survivors: SqlMutant[] = [];
try {
  for (const mutant of chosen) {
    writeFileSync(target, mutant.sql);
    const verdict = await runTests();
    counts[verdict] += 1;
    if (verdict === 'survived') {
      survivors.push(mutant);
      process.stdout.write(`survived  ${file}:${mutant.line}  "${mutant.from.split('\n')[0]}" → "${mutant.to}"\n`);
    }
  }
} finally {
  restore();
}
const judged = counts.killed + counts.survived;
process.stdout.write(
  `${file}: ${counts.killed} of ${judged} mutants killed (${Math.round((100 * counts.killed) / Math.max(judged, 1))} %), ` +
    `${survivors.length} survived, ${counts.invalid} made no schema, ${counts['out of time']} ran out of time.\n`,
);
