import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from './settings';

const MODULE = path.join(ROOT, 'tools/portal/src/serve/temporary-folder.ts');

// Each test starts several processes of Node.
jest.setTimeout(60_000);

let tmp: string;
beforeEach(async () => {
  tmp = await mkdtemp(path.join(os.tmpdir(), 'nemus-temporary-'));
});
afterEach(() => rm(tmp, { recursive: true }));

/** A process that asks for a folder, tells where it is, and then does something. */
const line = (then: string) => [
  '--import',
  'tsx',
  '--input-type=module',
  '--eval',
  `import { writeFileSync } from 'node:fs';
   import { temporaryFolder } from ${JSON.stringify(MODULE)};
   const folder = await temporaryFolder('store');
   writeFileSync(folder + '/file', 'x');
   process.stdout.write(folder);
   ${then}`,
];
const options = () => ({ cwd: ROOT, env: { ...process.env, TMPDIR: tmp } });
const folderOf = (then: string) => spawnSync(process.execPath, line(then), options()).stdout.toString();

test('a folder goes with its process, whether that comes to its end or fails', () => {
  for (const then of ['', 'process.exit(3);', 'throw new Error("failed");']) {
    const folder = folderOf(then);
    expect(path.dirname(path.dirname(folder))).toBe(tmp);
    expect(existsSync(path.dirname(folder))).toBe(false);
  }
});

test('what a killed process leaves goes with the next one; what runs keeps its folder', async () => {
  const left = folderOf('process.kill(process.pid, "SIGKILL");');
  expect(existsSync(left)).toBe(true);
  const foreign = path.join(tmp, 'nemus-run-of-another');
  mkdirSync(foreign);

  const running = spawn(process.execPath, line('setInterval(() => {}, 1_000);'), options());
  const kept = await new Promise<string>((resolve) => {
    running.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  expect(existsSync(path.dirname(left))).toBe(false);

  folderOf('');
  expect(existsSync(kept)).toBe(true);
  expect(existsSync(foreign)).toBe(true);
  await new Promise((resolve) => {
    running.once('close', resolve);
    running.kill('SIGKILL');
  });
});
