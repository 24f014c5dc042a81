import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFiles, type ServerFolder } from '../../tools/backend/sql-tests/database/server';
import { ROOT } from './guide';
import type { Machine } from './machine';
import { programs, type Database } from './services';

/** Settings of the server that archives its log, as the guide has them. */
const ARCHIVING = [
  'wal_level = replica',
  'archive_mode = on',
  'archive_timeout = 60',
  "archive_command = 'test ! -f /backup/log/%f && cp %p /backup/log/%f'",
] as const;

/** Gives a file or folder to the user that the server runs as. */
export function giveTo({ folder }: ServerFolder, place: string): void {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, place]);
}

/** Where a server's backups go: `/backup` of the guide. */
export const backupOf = ({ folder }: ServerFolder) => path.join(folder, 'backup');

/** The files of a server whose log is archived beside them. */
export function makeArchived(place: ServerFolder, of: (text: string) => string): void {
  makeFiles(place);
  mkdirSync(path.join(backupOf(place), 'log'), { recursive: true });
  giveTo(place, backupOf(place));
  const settings = ARCHIVING.map((line) => of(line).replaceAll('/backup', backupOf(place)));
  appendFileSync(path.join(place.data, 'postgresql.conf'), `${settings.join('\n')}\n`);
}

/** Variables under which PostgreSQL's programs reach a server. */
function clientOf({ url }: Database): Record<string, string> {
  const { hostname, port, username } = new URL(url);
  return { PGHOST: hostname, PGPORT: port, PGUSER: username };
}

/** Runs a command of the backup guide against a server. */
export function runAt(
  machine: Machine,
  database: Database,
  text: string,
  folder = backupOf(database.place),
): Promise<string> {
  const own = text.replaceAll('/backup', folder);
  return machine.run(`PATH="${programs()}:$PATH"; ${own}`, { environment: clientOf(database) });
}

/** A setting of the guide, such as `restore_command = '…'`. */
export function settingOf(name: string): string {
  const text = readFileSync(path.join(ROOT, 'docs/backup.md'), 'utf8');
  const [, found] = new RegExp(`\`(${name} = [^\`]+)\``).exec(text) ?? [];
  if (found === undefined) throw new Error(`docs/backup.md does not say ${name}.`);
  return found;
}

/** Waits until the log up to now is in the archive. */
export async function untilArchived({ query }: Database): Promise<void> {
  const [{ wal } = { wal: '' }] = await query('select pg_walfile_name(pg_switch_wal()) as wal');
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const [row] = await query('select last_archived_wal >= $1 as there from pg_stat_archiver', [wal]);
    if (row?.['there'] === true) return;
    await pause(100);
  }
  throw new Error('The log is not archived.');
}
