/** What a team does before a promotion, from its beginning to its end: a minute, and more on a busy machine. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { missingFor } from '../../deploy/real-servers';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'smoke-deployed.ts');

// An area for both account types behind one server, one with rights behind the other.
it.each([
  ['nginx', 'elearning', ['piw', 'institution']],
  ['caddy', 'academy', ['piw', 'institution', 'staff']],
] as const)(
  'the shell that %s serves opens %s as each account',
  async (server, area, accounts) => {
    const missing = missingFor(server);
    if (missing !== null && process.env['NEMUS_REQUIRE_SERVERS'] !== '1') return;
    expect(missing).toBeNull();
    // Rejects, with what was found, when the smoke test does.
    // The command line tells on the error stream what it looks at.
    const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', PROGRAM, server, area], {
      maxBuffer: 10_000_000,
    });
    for (const account of accounts) expect(stderr).toContain(`✓ ${account}: signs in`);
    expect(stderr).not.toContain('✗');
    expect(stdout).toContain(`${area} works in the shell.`);
  },
  600_000,
);
