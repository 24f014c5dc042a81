/**
 * `npm test`: everything that has to hold, in the order in which a mistake is cheapest to find. Builds once; the
 * browser tests share one started portal. A failed step does not hide the later ones, except where they need it.
 */
import { spawn } from 'node:child_process';
import { ROOT } from './settings';
import { countTests, type TestCount } from './test-count';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** Later steps cannot run without this one. */
  readonly required?: true;
}

const STEPS: readonly Step[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'words', command: ['tsx', 'tools/portal/src/words.ts'] },
  { name: 'docs', command: ['tsx', 'tools/portal/src/docs.ts'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'database', command: ['tsx', 'tools/backend/supabase-cli/check.ts', '--if-required'] },
  { name: 'build', command: ['nx', 'run-many', '-t', 'build', '--parallel=2', '--outputStyle=static'], required: true },
  { name: 'libraries', command: ['tsx', 'tools/portal/src/libraries.ts'] },
  {
    name: 'unit and backend',
    command: ['nx', 'run-many', '-t', 'test', '--parallel=2', '--outputStyle=static', '--', '--maxWorkers=1', '--ci'],
  },
  { name: 'smoke', command: ['nx', 'run-many', '-t', 'smoke', '--parallel=1', '--outputStyle=static'] },
  { name: 'failure table', command: ['tsx', 'e2e/failures/run.ts', '--check'] },
  { name: 'browser', command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'] },
];

interface StepResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly tests: TestCount;
}

/** Runs one step with its output on the screen, and keeps the output to count the tests in it. */
async function runStep({ name, command }: Step): Promise<StepResult> {
  process.stdout.write(`\n=== ${name} ===\n`);
  const started = Date.now();
  const [tool = '', ...args] = command;
  const child = spawn('npx', ['--no-install', tool, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NX_TUI: 'false', FORCE_COLOR: '0' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stderr.write(chunk);
  });
  const code = await new Promise<number>((resolve) => child.on('close', (value) => resolve(value ?? 1)));
  return { name, passed: code === 0, seconds: Math.round((Date.now() - started) / 1000), tests: countTests(output) };
}

const only = process.argv.slice(2);
const results: StepResult[] = [];
for (const step of STEPS) {
  if (only.length > 0 && !only.includes(step.name)) continue;
  const result = await runStep(step);
  results.push(result);
  if (!result.passed && step.required) break;
}

process.stdout.write('\n');
for (const { name, passed, seconds, tests } of results) {
  const counts = tests.passed + tests.failed > 0 ? `, ${tests.passed} passed, ${tests.failed} failed` : '';
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s${counts})\n`);
}
// Checks without tests of their own (format, lint, types, build) count as one test each.
const total = results.reduce(
  (sum, { passed, tests }) => {
    const own = tests.passed + tests.failed === 0 ? 1 : 0;
    return {
      passed: sum.passed + tests.passed + (passed ? own : 0),
      failed: sum.failed + tests.failed + (passed ? 0 : own),
    };
  },
  { passed: 0, failed: 0 },
);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
