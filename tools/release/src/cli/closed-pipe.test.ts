import { spawn } from 'node:child_process';
import path from 'node:path';

const COMMAND_LINE = path.resolve(import.meta.dirname, '../../bin/nemus-release.mjs');

/** Runs a command whose reader has gone before it answers. */
async function withClosed(stream: 'stdout' | 'stderr', ...line: string[]) {
  const child = spawn(process.execPath, [COMMAND_LINE, ...line], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const other = stream === 'stdout' ? 'stderr' : 'stdout';
  child[other].on('data', (chunk: Buffer) => (said += chunk.toString()));
  child[stream].destroy();
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, said };
}

it('ends quietly when its output pipe is closed', async () => {
  expect(await withClosed('stdout', '--help')).toEqual({ code: 0, said: '' });
}, 30_000);

it('keeps its exit code when the pipe of its refusal is closed', async () => {
  expect(await withClosed('stderr', 'diff', '--store', '/nowhere')).toEqual({ code: 2, said: '' });
}, 30_000);
