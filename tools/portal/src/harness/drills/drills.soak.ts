/** Every drill from its beginning to its end, in a browser: twenty seconds each, and more on a busy machine. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'drill.ts');
/** Nx has built the areas before; by hand the drill does. */
const BUILT = process.env['NX_TASK_TARGET_PROJECT'] === undefined ? [] : ['--no-build'];

it.each(['key-loss', 'bad-release', 'store-down'])(
  'the drill "%s" goes as the guides say',
  async (name) => {
    // Rejects, with what was told, when an expectation does not hold.
    const { stdout } = await run(process.execPath, ['--import', 'tsx', PROGRAM, name, ...BUILT], {
      maxBuffer: 10_000_000,
    });
    expect(stdout).toContain('✓ The drill went as the guides say');
  },
  300_000,
);
