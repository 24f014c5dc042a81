/**
 * `npm run mutate:sql -- <migration> [every nth]`: changes one migration in one place at a time, runs the SQL tests on
 * PostgreSQL against each, and prints what no test noticed. The file is put back at the end, also after Ctrl-C.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeSqlMutants, type SqlMutant } from './sql-mutants';

const ROOT = path.resolve(import.meta.dirname, '../..');
const [file = '', step = '1'] = process.argv.slice(2);
if (!file.endsWith('.sql') || !(Number(step) >= 1)) {
  process.stderr.write('Name a migration: npm run mutate:sql -- supabase/migrations/<file>.sql [every nth mutant]\n');
  process.exit(2);
}
const target = path.resolve(ROOT, file);
const original = readFileSync(target, 'utf8');
const TESTS = ['sql-tests/behaviour', 'sql-tests/access', 'sql-tests/races'];

type Verdict = 'killed' | 'survived' | 'invalid';

/** Runs the SQL tests; `invalid` when the schema with the change cannot even be made. */
function runTests(): Verdict {
  const result = spawnSync(
    'npx',
    [
      '--no-install',
      'jest',
      '--config',
      'jest.config.mjs',
      '--rootDir',
      'tools/backend',
      '--bail',
      '-t',
      'PostgreSQL',
      ...TESTS,
    ],
    { cwd: ROOT, encoding: 'utf8', timeout: 180_000, env: { ...process.env, NEMUS_REQUIRE_POSTGRES: '1' } },
  );
  if (result.status === 0) return 'survived';
  // A hook that cannot make the database: every test fails for the same reason, which says nothing about the tests.
  return /"beforeAll"|openServerTest|openEmbeddedTest/.test(result.stderr) &&
    /syntax error|does not exist|42\w{3}/.test(result.stderr)
    ? 'invalid'
    : 'killed';
}

function restore(): void {
  writeFileSync(target, original);
}
process.on('SIGINT', () => {
  restore();
  process.exit(130);
});

const chosen = makeSqlMutants(original).filter((_, index) => index % Number(step) === 0);
const counts: Record<Verdict, number> = { killed: 0, survived: 0, invalid: 0 };
const survivors: SqlMutant[] = [];
try {
  for (const mutant of chosen) {
    writeFileSync(target, mutant.sql);
    const verdict = runTests();
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
    `${survivors.length} survived, ${counts.invalid} made no schema.\n`,
);
