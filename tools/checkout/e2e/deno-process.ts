import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FUNCTIONS = path.join(ROOT, 'supabase/functions');
/** Every deployed function. */
export const FUNCTION_NAMES = readdirSync(FUNCTIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name);
/** Packages come from `node_modules` as they are locked; nothing is downloaded. */
const OFFLINE = ['--node-modules-dir=manual', '--cached-only'];

/** The executable of the package `deno` for this machine. */
function denoFile(): string {
  const { resolve } = createRequire(path.join(ROOT, 'tools/checkout/package.json'));
  return path.join(path.dirname(resolve('deno/package.json')), 'bin.cjs');
}

/** Deno's own folder, so that the user's own is not touched. */
const environmentFor = (denoDir: string) => ({
  PATH: process.env['PATH'],
  HOME: denoDir,
  DENO_DIR: denoDir,
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
});

/** Runs a command of Deno, offline and in a separate folder. Throws its output. */
async function runDeno(args: readonly string[]): Promise<void> {
  const denoDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-deno-'));
  try {
    await promisify(execFile)(process.execPath, [denoFile(), ...args], { cwd: ROOT, env: environmentFor(denoDir) });
  } finally {
    await rm(denoDir, { recursive: true, force: true });
  }
}

const sourceOf = (name: string) => path.join(FUNCTIONS, name, 'index.ts');

/** Checks the types of functions with Deno. */
export const checkWithDeno = (names: readonly string[]): Promise<void> =>
  runDeno(['check', '--no-config', ...OFFLINE, ...names.map(sourceOf)]);

/**
 * Loads a function with the versions of its `deno.json`, as a deployment resolves it. Its types are not checked a
 * second time: that takes seven seconds, and they are those of the same packages.
 */
export function loadWithDeno(name: string): Promise<void> {
  const config = path.join(FUNCTIONS, name, 'deno.json');
  return runDeno(['run', '--no-check', '--no-prompt', '--allow-env', '--config', config, ...OFFLINE, sourceOf(name)]);
}

export interface DenoProcess {
  close(): Promise<void>;
}

/**
 * Serves all functions under Deno, with permission to reach this machine, its environment and the functions' sources.
 *
 * @param environment the functions' complete environment
 */
export async function serveWithDeno(port: number, environment: Readonly<Record<string, string>>): Promise<DenoProcess> {
  const denoDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-deno-'));
  const child = spawn(
    process.execPath,
    [
      denoFile(),
      'serve',
      '--no-config',
      '--no-prompt',
      ...OFFLINE,
      '--allow-env',
      `--allow-read=${FUNCTIONS}`,
      '--allow-net=127.0.0.1,localhost',
      '--host=127.0.0.1',
      `--port=${port}`,
      path.join(FUNCTIONS, '_shared/host.ts'),
    ],
    {
      cwd: ROOT,
      env: { ...environmentFor(denoDir), ...environment, FUNCTION_NAMES: FUNCTION_NAMES.join(',') },
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own process group: npm installs a script that starts the real program, and killing the script alone
      // would leave it.
      detached: true,
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Listening on')) resolve();
      });
    }
  });
  await Promise.race([
    listening,
    ended.then(() => Promise.reject(new Error(`Deno did not serve the functions:\n${said}`))),
  ]);
  return {
    async close() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
      await rm(denoDir, { recursive: true, force: true });
    },
  };
}
