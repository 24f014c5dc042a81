import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from '../../backend/sql-tests/database/database';

/** Linux counts in hundredths of a second, on every architecture that Node runs on. */
const TICKS = 100;

interface Times {
  readonly parent: number;
  /** Seconds of the process and of its children that have ended. */
  readonly seconds: number;
}

/** The content of `/proc/<pid>/stat`; null for a process that has ended meanwhile. */
function readTimes(pid: string): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
    return { parent: Number(fields[1]), seconds };
  } catch {
    return null;
  }
}

/** Seconds of processor time that a process and its descendants have used so far. Linux only. */
export function treeSeconds(root: number): number {
  const all = new Map<number, Times>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const times = readTimes(pid);
    if (times) all.set(Number(pid), times);
  }
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  return [...all].reduce((sum, [pid, { seconds }]) => (isBelow(pid) ? sum + seconds : sum), 0);
}

/** The process below which a PostgreSQL server of this machine does everything. */
export async function serverProcess({ query }: Connection): Promise<number> {
  const [folder] = await query("select setting from pg_settings where name = 'data_directory'");
  return Number(readFileSync(path.join(String(folder?.['setting']), 'postmaster.pid'), 'utf8').split('\n')[0]);
}
