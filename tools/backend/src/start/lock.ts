import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartRefused } from '../server/refusal';
import { isRunning } from './is-running.mjs';

const recordSchema = z.object({
  pid: z.number().int(),
  /** When the process began, in the system's own clock; tells a reused process number from the old process. */
  began: z.string().nullable(),
  port: z.number().int(),
});
type LockRecord = z.infer<typeof recordSchema>;

/** Held on one data folder by one backend. */
export interface DataLock {
  release(): void;
}

/** Locks of this process: two backends in one process share its number, so the file alone cannot tell them apart. */
const held = new Set<string>();

/** Start time of a process as Linux tells it (field 22 of /proc/<pid>/stat); null where it cannot be known. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may hold spaces: count from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** The code of a system error ("EEXIST"); undefined for any other. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function isAlive({ pid, began }: LockRecord, file: string): boolean {
  if (pid === process.pid && began === beganAt(pid)) return held.has(file);
  return isRunning(pid) && began === beganAt(pid);
}

function read(file: string): LockRecord | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/**
 * Takes a data folder for this process. The embedded Postgres has no lock of its own: a second process would open the
 * same files without complaint and destroy them.
 *
 * @throws {@link StartRefused} when a living backend holds it. What a killed one left behind is taken over.
 */
export function lockDataFolder(dataDir: string, port: number): DataLock {
  mkdirSync(dataDir, { recursive: true });
  const file = path.resolve(dataDir, 'backend.lock');
  const record: LockRecord = { pid: process.pid, began: beganAt(process.pid), port };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = openSync(file, 'wx', 0o600);
      writeSync(handle, JSON.stringify(record));
      closeSync(handle);
      held.add(file);
      return {
        release: () => {
          held.delete(file);
          rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const other = read(file);
    if (other && isAlive(other, file)) {
      throw new StartRefused(
        `The data in ${dataDir} is in use by the backend on port ${other.port} (process ${other.pid}).`,
        'Stop it first, or start with another data folder (NEMUS_DATA_DIR). Nothing was changed.',
      );
    }
    rmSync(file, { force: true });
  }
  throw new StartRefused(`The lock ${file} could not be taken.`, 'Is another backend just starting on this data?');
}
