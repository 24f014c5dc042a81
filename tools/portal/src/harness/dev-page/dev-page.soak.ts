/** A portal served from its sources, in a browser: a minute, and more on a busy machine. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'dev-page.ts');

it('a page keeps what was typed while its sources change', async () => {
  // Rejects with the findings when a change loses the text.
  const { stdout } = await run(process.execPath, ['--import', 'tsx', PROGRAM], { maxBuffer: 10_000_000 });
  expect(stdout.match(/✓/g)).toHaveLength(5);
}, 600_000);
