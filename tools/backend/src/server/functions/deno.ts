import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePorts } from '../http/free-ports';
import { StartRefused } from '../refusal';
import type { FunctionsHost, FunctionsHostOptions } from './host';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../..');
const FUNCTIONS = path.join(ROOT, 'supabase/functions');
/** Packages come from `node_modules` as they are locked; nothing is downloaded. */
const OFFLINE = ['--node-modules-dir=manual', '--cached-only'];

/** Every function of a folder that is deployed. */
export const functionNames = (folder = FUNCTIONS): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);

/** The executable of the package `deno` for this machine, which `npm start` alone does not install. */
function denoFile(): string {
  try {
    const { resolve } = createRequire(path.join(ROOT, 'package.json'));
    return path.join(path.dirname(resolve('deno/package.json')), 'bin.cjs');
  } catch (cause) {
    const remedy = 'Install it: "node tools/portal/src/install/bootstrap.mjs --all".';
    throw new StartRefused('Deno is not installed.', remedy, { cause });
  }
}

let folderOfProcess: Promise<string> | null = null;

/** Deno's own folder, so that the user's own is not touched. Every start of this process uses what one has compiled. */
function denoFolder(): Promise<string> {
  folderOfProcess ??= mkdtemp(path.join(os.tmpdir(), 'nemus-deno-')).then((folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  });
  return folderOfProcess;
}

const environmentFor = (denoDir: string) => ({
  PATH: process.env['PATH'],
  HOME: denoDir,
  DENO_DIR: denoDir,
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
});

/** A function's own versions, as a deployment resolves them. */
const configOf = (name: string) => ['--config', path.join(FUNCTIONS, name, 'deno.json')];

const importsSchema = z.object({ imports: z.record(z.string(), z.string()) });

/** The imports of every function's `deno.json` in one. Throws where two functions want different versions. */
function importsOf(names: readonly string[]): Readonly<Record<string, string>> {
  const imports = new Map<string, string>();
  for (const name of names) {
    const own = importsSchema.parse(JSON.parse(readFileSync(path.join(FUNCTIONS, name, 'deno.json'), 'utf8'))).imports;
    for (const [specifier, address] of Object.entries(own)) {
      const known = imports.get(specifier) ?? address;
      if (known !== address) throw new Error(`${name} wants ${address}, another function ${known}.`);
      imports.set(specifier, known);
    }
  }
  return Object.fromEntries(imports);
}

/**
 * Checks the types of functions in one run, by the imports of their `deno.json` files. Throws Deno's output. Without the
 * rest of these files, since the types of Node are among the packages of the root; online, Deno finds them.
 */
export async function checkWithDeno(names: readonly string[]): Promise<void> {
  const denoDir = await denoFolder();
  const map = path.join(denoDir, 'imports.json');
  await writeFile(map, JSON.stringify({ imports: importsOf(names) }));
  const files = names.map((name) => path.join(FUNCTIONS, name, 'index.ts'));
  const args = ['check', '--no-config', '--import-map', map, ...OFFLINE, ...files];
  await promisify(execFile)(process.execPath, [denoFile(), ...args], { cwd: ROOT, env: environmentFor(denoDir) });
}

export interface DenoProcess {
  close(): Promise<void>;
}

export interface DenoOptions {
  readonly port: number;
  /** The functions' complete environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Serves one function, with its own `deno.json`; without it all of them, with the workspace's packages. */
  readonly only?: string;
  readonly log?: (line: string) => void;
}

/** Serves functions under Deno, with permission to reach this machine, its environment and the functions' sources. */
export async function serveWithDeno(options: DenoOptions): Promise<DenoProcess> {
  const { port, environment, folder = FUNCTIONS, only, log } = options;
  const program = denoFile();
  const denoDir = await denoFolder();
  const names = only === undefined ? functionNames(folder) : [only];
  const child = spawn(
    process.execPath,
    [
      program,
      'serve',
      ...(only === undefined ? ['--no-config'] : configOf(only)),
      '--no-prompt',
      ...OFFLINE,
      '--allow-env',
      `--allow-read=${folder}`,
      '--allow-net=127.0.0.1,localhost',
      '--host=127.0.0.1',
      `--port=${port}`,
      path.join(folder, '_shared/host.ts'),
    ],
    {
      cwd: ROOT,
      env: { ...environmentFor(denoDir), ...environment, FUNCTION_NAMES: names.join(',') },
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own process group: npm installs a script that starts the real program, and killing the script alone
      // would leave it.
      detached: true,
    },
  );
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  // A process that ends without closing leaves no server behind.
  process.once('exit', stop);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        if (said.includes('Listening on')) log?.(text.trimEnd());
        else said += text;
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
      process.removeListener('exit', stop);
      stop();
      await ended;
    },
  };
}

/** What ends at each server on the way. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect'];

/** The functions of a folder, on the runtime of a hosted project. A changed source is used from the next start on. */
export async function startDenoHost({ folder, environment, log }: FunctionsHostOptions): Promise<FunctionsHost> {
  const [port = 0] = await freePorts(1);
  const deno = await serveWithDeno({ port, environment, folder, log });
  return {
    async answer(request, peer) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      for (const name of HOP_BY_HOP) headers.delete(name);
      // As the proxy before a hosted project does: what the caller wrote there stays in front of it.
      headers.append('x-forwarded-for', peer);
      // Compressed on the way, it would arrive here under a header that is no longer true.
      headers.set('accept-encoding', 'identity');
      const body = ['GET', 'HEAD'].includes(request.method) ? null : await request.arrayBuffer();
      const { method } = request;
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers, body, redirect: 'manual' });
    },
    close: () => deno.close(),
  };
}
