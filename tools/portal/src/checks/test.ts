/**
 * `npm test`: all checks, the cheapest first. Every step is a target of Nx, so unchanged ones come from the cache, with
 * output and counts. A failed step does not hide the later ones; steps that need a failed build fail with it. `npm test
 * browser` runs this one alone.
 */
import { spawn } from 'node:child_process';
import { ROOT } from '../serve/settings';
import { memoryFolder } from './test/memory-folder';
import { countChecks, countTests, namesOfFailed, type TestCount } from './test/test-count';

interface Step {
  readonly name: string;
  /** Targets of Nx; each comes from the cache when its inputs are unchanged. */
  readonly targets: readonly string[];
  /** Further arguments of `nx run-many`. */
  readonly options?: readonly string[];
  /** The slowest projects: they start first, so that both cores are busy until the end. */
  readonly longest?: readonly string[];
  /** Number of parallel targets; by default two, one for each core. */
  readonly parallel?: number;
  /** Further variables for the targets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Targets that run no tests, but are one each. */
  readonly checks?: true;
}

const CHECKS = ['format', 'lint', 'words', 'docs', 'types', 'api', 'database'];
const STEPS: readonly Step[] = [
  // With the builds, which need both cores while a check waits for one: what a build is for is looked at behind it.
  {
    name: 'checks and builds',
    targets: ['build', ...CHECKS, 'libraries'],
    parallel: 3,
    checks: true,
  },
  // Tests of servers wait for them about a quarter of their time.
  {
    name: 'unit and backend',
    targets: ['test'],
    parallel: 4,
    longest: ['backend', 'checkout', 'release', 'shell', 'institution', 'academy', 'trainee', 'logbook', 'checks'],
    options: ['--', '--maxWorkers=1', '--ci'],
  },
  // Rooms and smoke tests, each with a portal on free ports and one browser: while one starts its portal or waits,
  // others keep both cores busy. The smoke tests fill the gaps beside the longest rooms.
  {
    name: 'browser',
    targets: ['e2e', 'failures', 'smoke'],
    longest: ['e2e-browsers', 'e2e-portal', 'e2e-institution', 'e2e-failures', 'e2e-shell'],
    parallel: 3,
    environment: { NEMUS_E2E_WORKERS: '1' },
  },
];

interface StepResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly tests: TestCount;
  /** What failed or was flaky, by name. */
  readonly failed: readonly string[];
}

/** Runs one step with its output on the screen, and keeps the output to count the tests in it. */
async function runStep(step: Step): Promise<StepResult> {
  const { name, targets, longest = [], options = [], parallel = 2, environment, checks } = step;
  process.stdout.write(`\n=== ${name} ===\n`);
  const started = Date.now();
  // Nx starts projects in the given order, except where one depends on another.
  const projects = longest.length > 0 ? ['-p', [...longest, '*'].join(',')] : [];
  const args = [
    'run-many',
    '-t',
    ...targets,
    ...projects,
    '--outputStyle=static',
    `--parallel=${parallel}`,
    ...options,
  ];
  const child = spawn('npx', ['--no-install', 'nx', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(temporary && { TMPDIR: temporary }), ...environment, NX_TUI: 'false', FORCE_COLOR: '0' },
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
  const tests = checks ? countChecks(output, targets) : countTests(output);
  return {
    name,
    passed: code === 0,
    seconds: Math.round((Date.now() - started) / 1000),
    tests,
    failed: namesOfFailed(output),
  };
}

/** Keeps temporary files of tests in memory, unless the caller names a folder. */
const temporary = process.env['TMPDIR'] ?? memoryFolder();

const only = process.argv.slice(2);
const results: StepResult[] = [];
for (const step of STEPS) {
  if (only.length > 0 && !only.includes(step.name)) continue;
  const result = await runStep(step);
  results.push(result);
}

process.stdout.write('\n');
for (const { name, passed, seconds, tests, failed } of results) {
  const counts = tests.passed + tests.failed > 0 ? `, ${tests.passed} passed, ${tests.failed} failed` : '';
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s${counts})\n`);
  const named = passed ? failed.filter((test) => test.startsWith('flaky: ')) : failed;
  process.stdout.write(named.map((test) => `         ${test}\n`).join(''));
}
// A step without a test count is one test, and so is a failure outside the tests of a step.
const total = results.reduce(
  (sum, { passed, tests }) => {
    const hasNone = tests.passed + tests.failed === 0;
    return {
      passed: sum.passed + tests.passed + (passed && hasNone ? 1 : 0),
      failed: sum.failed + tests.failed + (!passed && tests.failed === 0 ? 1 : 0),
    };
  },
  { passed: 0, failed: 0 },
);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
