/** A team's steps before a promotion: a minute, and more on a busy machine. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { missingForNginx } from '../../deploy/running-nginx';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'smoke-deployed.ts');

// An area for both account types, and one with rights.
it.each([
  ['elearning', ['piw', 'institution']],
  ['academy', ['piw', 'institution', 'staff']],
] as const)(
  'the shell that nginx serves opens %s as each account',
  async (area, accounts) => {
    const missing = missingForNginx();
    if (missing !== null && process.env['NEMUS_REQUIRE_SERVERS'] !== '1') return;
    expect(missing).toBeNull();
    // Rejects with the findings of the smoke test. The command line prints its progress on the error stream.
    const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', PROGRAM, area], {
      maxBuffer: 10_000_000,
    });
    for (const account of accounts) expect(stderr).toContain(`✓ ${account}: signs in`);
    expect(stderr).not.toContain('✗');
    expect(stdout).toContain(`${area} works in the shell.`);
  },
  600_000,
);
