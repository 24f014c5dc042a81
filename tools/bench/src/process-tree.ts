import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from '../../backend/sql-tests/database/database';

/** Linux counts in hundredths of a second, on every architecture that Node runs on. */
const TICKS = 100;

/** Parent and seconds of a process and of its children that have ended, from `/proc/<pid>/stat`; null if it has ended. */
function readTimes(pid: string): { readonly parent: number; readonly seconds: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, part) => sum + Number(part), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS };
  } catch {
    return null;
  }
}

/** Seconds of processor time that a process and its descendants have used so far. Linux only. */
export function treeSeconds(root: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const all = new Map(pids.map((pid) => [Number(pid), readTimes(pid)]));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(all.get(pid)?.parent ?? 0));
  return [...all].reduce((sum, [pid, times]) => sum + (isBelow(pid) ? (times?.seconds ?? 0) : 0), 0);
}

/** The process below which a PostgreSQL server of this machine does everything. */
export async function serverProcess({ query }: Connection): Promise<number> {
  const [folder] = await query("select setting from pg_settings where name = 'data_directory'");
  return Number(readFileSync(path.join(String(folder?.['setting']), 'postmaster.pid'), 'utf8').split('\n')[0]);
}
