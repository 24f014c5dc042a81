/**
 * Folders that tests and tools need while they run. All of one process lie in one folder that has its number in its
 * name: they go when the process ends, and what a killed process left goes when the next one needs a folder.
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
  // A process of before that had the same number may have left it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  own = folder;
  return folder;
}

/** A new folder that is gone when this process has ended, also when whoever asked for it never removes it. */
export function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(path.join(ownFolder(), `${name}-`));
}
