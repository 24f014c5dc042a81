import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { programOf } from '../src/program/program.mjs';
import { freePorts } from '../src/server/http/free-ports';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const readySchema = z.object({
  apiUrl: z.url(),
  mailUrl: z.url(),
  publishableKey: z.string(),
  secretKey: z.string(),
  seconds: z.number(),
});

/** The output of the backend's command line once it is ready. */
export type Ready = z.infer<typeof readySchema>;

/** A backend in a process of its own, as `npm start` and the command line run it. */
export interface BackendProcess {
  readonly ready: Ready;
  readonly pid: number;
  /** Ends it as Ctrl-C does, or immediately; resolves with the exit code, null after SIGKILL. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<number | null>;
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<number | null>;
  /** Its error output so far. */
  said(): string;
}

/** How a start ended that was refused. */
export interface RefusedStart {
  readonly code: number | null;
  readonly message: string;
}

/**
 * Environment of a start on its own ports; the given values override it. A real Postgres is only used if it is named
 * here: `DB_URL` of the surrounding process is left out.
 */
export type StartEnvironment = Readonly<Record<string, string>>;

/** A folder below the system's temporary one, and its removal. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-contract-'));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What the system allows a process. */
export interface ProcessLimits {
  /** Maximum size of a file; larger ones are refused as on a full disk. */
  readonly fileSize?: number;
}

async function launch(environment: StartEnvironment, { fileSize }: ProcessLimits = {}): Promise<ChildProcess> {
  const [api, mail] = await freePorts(2);
  const ports = { NEMUS_API_PORT: String(api), NEMUS_MAIL_PORT: String(mail) };
  const { DB_URL: _shared, NODE_ENV: _test, ...inherited } = process.env;
  const program = [process.execPath, await programOf('tools/backend/src/cli.ts')] as const;
  // POSIX counts in blocks of 512 bytes. `exec`: signals reach the backend, not a shell.
  const [file, ...args] = fileSize
    ? ['sh', '-c', 'ulimit -f "$1"; shift; exec "$@"', 'sh', String(Math.floor(fileSize / 512)), ...program]
    : program;
  return spawn(file, args, {
    cwd: ROOT,
    // bcrypt at its cheapest: test passwords need no protection, and each hash would otherwise take a tenth of a
    // second.
    env: { LITE_AUTH_BCRYPT_COST: '4', ...inherited, ...ports, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Output of a process, as it arrives. */
function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return output;
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

/** Starts a backend and waits until it is ready. Rejects with its output when it ends instead. */
export async function startProcess(environment: StartEnvironment, limits?: ProcessLimits): Promise<BackendProcess> {
  const child = await launch(environment, limits);
  const output = collect(child);
  const exit = exitOf(child);
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [line, rest] = output.stdout.split('\n');
      if (line && rest !== undefined) resolve(readySchema.parse(JSON.parse(line)));
    });
    void exit.then((code) => reject(new Error(`The backend ended with ${code}: ${output.stderr}`)));
  });
  return {
    ready,
    pid: child.pid ?? 0,
    ended: exit,
    said: () => output.stderr,
    end: (signal) => {
      child.kill(signal);
      return exit;
    },
  };
}

/** Starts a backend that is expected to refuse. */
export async function startRefused(environment: StartEnvironment): Promise<RefusedStart> {
  const child = await launch(environment);
  const output = collect(child);
  const code = await exitOf(child);
  return { code, message: output.stderr };
}
