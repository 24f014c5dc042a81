/** Number of tests that a runner reported. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
}

/** Jest's closing line, such as `Tests:       1 failed, 12 passed, 13 total`. */
const JEST_SUMMARY = /^Tests:\s+(.+) total$/gm;
/** Playwright's closing lines, such as `  12 passed (3.4m)` and `  1 failed`. */
const PLAYWRIGHT_SUMMARY = /^\s+(\d+) (passed|failed|flaky)(?: \(.*\))?$/gm;

/** Lines of the smoke test, such as `  ✓ /dashboard as piw`. Playwright's own lines carry a number behind the mark. */
const SMOKE_LINE = /^\s+([✓✗]) (?!\s*\d)/gm;

/** Adds up the closing lines of every jest and Playwright run, and the lines of smoke tests, in an output. */
export function countTests(output: string): TestCount {
  const count = { passed: 0, failed: 0 };
  for (const [, summary = ''] of output.matchAll(JEST_SUMMARY)) {
    count.passed += Number(/(\d+) passed/.exec(summary)?.[1] ?? 0);
    count.failed += Number(/(\d+) failed/.exec(summary)?.[1] ?? 0);
  }
  for (const [, number, word] of output.matchAll(PLAYWRIGHT_SUMMARY)) {
    count[word === 'failed' ? 'failed' : 'passed'] += Number(number);
  }
  for (const [, mark] of output.matchAll(SMOKE_LINE)) count[mark === '✗' ? 'failed' : 'passed'] += 1;
  return count;
}

/**
 * Counts targets that run no tests as one test each.
 *
 * @param output of `nx run-many`, which lists what failed as `- <project>:<target>`. Where a target is not named as run,
 * Nx could not start it: it counts as failed.
 */
export function countChecks(output: string, targets: readonly string[]): TestCount {
  const failed = targets.filter(
    (target) =>
      !new RegExp(`^> nx run [\\w-]+:${target}(?: |$)`, 'm').test(output) ||
      new RegExp(`^\\s*- [\\w-]+:${target}$`, 'm').test(output),
  );
  return { passed: targets.length - failed.length, failed: failed.length };
}

/** Jest's heading of a failed test, such as `  ● formats › shows euros`; a suite that does not run has its file. */
const JEST_FAILURE = /^ {2}● (?!Console$)(.+)$/gm;
/** A test below one of Playwright's closing lines: `    [project] › a.spec.ts:4:3 › works ─────`. */
const PLAYWRIGHT_LIST = /^ {2}\d+ (failed|flaky|interrupted)\n((?: {4}\S.*\n)+)/gm;
const SMOKE_FAILURE = /^\s+✗ (?!\s*\d)(.+)$/gm;
/** Nx's closing list of targets. */
const FAILED_TARGET = /^\s*- ([\w-]+:[\w-]+)$/gm;

/**
 * The names of failures in an output, for the end of a long run. Tests that passed at the second attempt have the
 * prefix `flaky: `. Targets come last: one may fail beside its tests, or without any.
 */
export function namesOfFailed(output: string): string[] {
  const names = [
    ...[...output.matchAll(JEST_FAILURE)].map(([, name = '']) => name),
    ...[...output.matchAll(PLAYWRIGHT_LIST)].flatMap(([, word, list = '']) =>
      list
        .trim()
        .split('\n')
        .map((line) => `${word === 'flaky' ? 'flaky: ' : ''}${line.replace(/[\s─]+$/, '').trim()}`),
    ),
    ...[...output.matchAll(SMOKE_FAILURE)].map(([, name = '']) => name),
  ];
  const targets = [...output.matchAll(FAILED_TARGET)].map(([, name = '']) => name);
  return [...new Set([...names, ...targets])];
}
