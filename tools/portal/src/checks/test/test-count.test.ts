import { countChecks, countTests, namesOfFailed } from './test-count';

describe('countTests', () => {
  it('adds up several jest runs', () => {
    const output = 'Tests:       1 failed, 12 passed, 13 total\nTime: 3 s\nTests:       4 passed, 4 total\n';
    expect(countTests(output)).toEqual({ passed: 16, failed: 1 });
  });

  it('reads a Playwright summary', () => {
    expect(countTests('  2 failed\n    a.spec.ts\n  30 passed (1.2m)\n')).toEqual({ passed: 30, failed: 2 });
  });

  it('counts the lines of a smoke test, but not those of other runners', () => {
    expect(countTests('  ✓ /dashboard as piw\n  ✗ menu\n      no entry\n')).toEqual({ passed: 1, failed: 1 });
    expect(countTests('  ✓   2 e2e/a.spec.ts:4:3 › works (3.1s)\n')).toEqual({ passed: 0, failed: 0 });
  });

  it('counts nothing where nothing ran', () => {
    expect(countTests('All files are formatted.')).toEqual({ passed: 0, failed: 0 });
  });
});

describe('countChecks', () => {
  const ran = '> nx run checks:format\n\n> nx run checks:lint  [local cache]\n\n';

  it('counts each target as one test, from the cache too', () => {
    expect(countChecks(ran, ['format', 'lint'])).toEqual({ passed: 2, failed: 0 });
  });

  it('takes from the list at the end what failed', () => {
    expect(countChecks(`${ran}Failed tasks:\n\n- checks:lint\n`, ['format', 'lint'])).toEqual({ passed: 1, failed: 1 });
  });

  it('counts what could not be started as failed', () => {
    expect(countChecks(ran, ['format', 'lint', 'types'])).toEqual({ passed: 2, failed: 1 });
  });
});

describe('namesOfFailed', () => {
  it('names tests of every runner once', () => {
    const output = [
      '  ● formats › shows euros',
      '  ● formats › shows euros',
      '  ● Console',
      '  1 failed',
      '    e2e/a.spec.ts:4:3 › works ─────────',
      '  1 flaky',
      '    e2e/b.spec.ts:9:1 › works mostly ──',
      '  30 passed (1.2m)',
      '  ✗ /dashboard as piw',
      '',
    ].join('\n');
    expect(namesOfFailed(output)).toEqual([
      'formats › shows euros',
      'e2e/a.spec.ts:4:3 › works',
      'flaky: e2e/b.spec.ts:9:1 › works mostly',
      '/dashboard as piw',
    ]);
  });

  it('names the targets where no test is named', () => {
    expect(namesOfFailed('Failed tasks:\n\n- checks:lint\n')).toEqual(['checks:lint']);
  });

  it('names a target without tests beside tests of another one', () => {
    const output = '  ● formats › shows euros\nFailed tasks:\n\n- ui:test\n- packages:test\n';
    expect(namesOfFailed(output)).toEqual(['formats › shows euros', 'ui:test', 'packages:test']);
  });

  it('names nothing where all passed', () => {
    expect(namesOfFailed('  30 passed (1.2m)\n  ✓ menu\n')).toEqual([]);
  });
});
