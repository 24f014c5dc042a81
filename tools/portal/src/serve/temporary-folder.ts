/**
 * Temporary folders of tests and tools. All of one process are in one folder with its process id in the name. They are
 * removed when the process ends; leftovers of a killed process are removed by the next one.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isRunning } from '../../../backend/src/start/is-running.mjs';

const PREFIX = 'nemus-run-';

/** Removes the folders of processes that are gone. What is not ours to remove stays. */
function removeLeftovers(parent: string) {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)$`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // Of another user, or another process removes it at this moment.
    }
  }
}

let own: string | undefined;

/** The folder of this process, made at its first use. */
function ownFolder(): string {
  if (own !== undefined) return own;
  const folder = path.join(os.tmpdir(), `${PREFIX}${process.pid}`);
  removeLeftovers(os.tmpdir());
  // An earlier process with the same number may have left it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  own = folder;
  return folder;
}

/** A new folder, removed at the latest when this process ends. */
export function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(path.join(ownFolder(), `${name}-`));
}
