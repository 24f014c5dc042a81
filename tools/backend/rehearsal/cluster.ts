import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, serverUser } from '../sql-tests/database/server';

/** A folder that the server's user owns, and the programs of PostgreSQL that run in it. */
export interface Workplace {
  readonly folder: string;
  /** Runs a program and returns its output. */
  run(program: string, ...args: readonly string[]): string;
  /** Copies a folder; the copy belongs to the server's user as well. */
  copy(from: string, to: string): void;
  write(file: string, text: string): void;
  makeFolder(folder: string): void;
  /** Stops every server that was started here, and removes the folder. */
  remove(): void;
  /** Starts the server of a data folder in it, with further settings, and waits until it answers. */
  start(data: string, settings?: Readonly<Record<string, string>>): Promise<RunningServer>;
}

/** A server in a workplace. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Kills it like a power failure: nothing is written or archived any more. */
  crash(): void;
}

/** Bytes of everything below a folder, or of one file in it. */
export function sizeOf(folder: string, file?: string): number {
  if (file !== undefined) return statSync(path.join(folder, file)).size;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** @param installed folder of the server's programs; it may have links to some of them only. */
export function openWorkplace(installed: string): Workplace {
  const programs = path.dirname(realpathSync(path.join(installed, 'initdb')));
  const user = serverUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'nemus-restore-'));
  const own = (name: string) => {
    if (user.uid !== undefined) chownSync(name, user.uid, user.gid ?? user.uid);
  };
  own(folder);
  chmodSync(folder, 0o700);
  const running = new Set<string>();
  const run: Workplace['run'] = (program, ...args) =>
    execFileSync(path.join(programs, program), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
  const stop = (data: string) => {
    if (running.delete(data))
      execFileSync(path.join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], {
        ...user,
        cwd: folder,
        stdio: 'ignore',
      });
  };
  return {
    folder,
    run,
    copy: (from, to) => void execFileSync('cp', ['-Rp', from, to], { ...user, cwd: folder }),
    write: (file, text) => {
      writeFileSync(file, text);
      own(file);
    },
    makeFolder: (name) => {
      mkdirSync(name);
      own(name);
    },
    async start(data, settings = {}) {
      const port = await freePort();
      const place = { port, unix_socket_directories: folder, listen_addresses: '127.0.0.1' };
      const lines = Object.entries({ ...place, ...settings }).map(([name, value]) => `${name} = '${value}'\n`);
      appendFileSync(path.join(data, 'postgresql.auto.conf'), lines.join(''));
      // Its output goes to a file: pg_ctl's own would stay open as long as the server runs.
      execFileSync(path.join(programs, 'pg_ctl'), ['-D', data, '-l', `${data}.log`, '-t', '120', '-w', 'start'], {
        ...user,
        cwd: folder,
        stdio: 'ignore',
      });
      running.add(data);
      return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, crash: () => stop(data) };
    },
    remove() {
      for (const data of running) stop(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
