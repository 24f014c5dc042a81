import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-watchdog-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Standstill {
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

/** A process whose thread is held for four seconds; its files may have so many blocks of 512 bytes. */
async function standStill(blocks: string): Promise<Standstill> {
  const program = `
    import { watchStandstill } from ${JSON.stringify(path.join(__dirname, 'watchdog.ts'))};
    watchStandstill(${JSON.stringify(folder)}, 500);
    const held = new Int32Array(new SharedArrayBuffer(4));
    setTimeout(() => { Atomics.wait(held, 0, 0, 4_000); process.exit(0); }, 1_500);`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program];
  const child = spawn('sh', ['-c', 'ulimit -f "$1"; shift; exec "$@"', 'sh', blocks, ...node], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_, by) => resolve(by)));
  return { signal, said };
}

// Both wait most of the time. The limit meets the watchdog's own file as a full disk does.
let full: Standstill;
let busy: Standstill;
beforeAll(async () => {
  [full, busy] = await Promise.all([standStill('4096'), standStill('unlimited')]);
}, 60_000);

test('a process that a full disk has stopped says so and ends', () => {
  expect(full.signal).toBe('SIGKILL');
  expect(full.said).toMatch(/^The embedded database has stopped, because the disk of .* takes no more \(.*EFBIG/);
});

test('a process that is only busy is left alone', () => {
  expect(busy).toEqual({ signal: null, said: '' });
});
