import { readFileSync, statfsSync } from 'node:fs';

/** What all tests that run at a time write in passing, several times over: databases, stores, profiles of browsers. */
const ROOM = 4 * 1024 ** 3;

/** Options of the file system that is mounted at a folder; null where none is. @param mounts Text of `/proc/mounts`. */
function mountedAt(folder: string, mounts: string): { readonly type: string; readonly options: string[] } | null {
  const line = mounts
    .split('\n')
    .map((each) => each.split(' '))
    .findLast(([, at]) => at === folder);
  return line ? { type: line[2] ?? '', options: (line[3] ?? '').split(',') } : null;
}

/**
 * A folder in memory in which programs may be run, where the machine has one with enough room: a portal's database is two
 * thousand files, which cost a disk up to a second of processor time for each start, and memory a tenth.
 */
export function memoryFolder(folder = '/dev/shm', room = ROOM, mountsFile = '/proc/mounts'): string | null {
  try {
    const mounted = mountedAt(folder, readFileSync(mountsFile, 'utf8'));
    if (mounted?.type !== 'tmpfs' || !mounted.options.includes('rw') || mounted.options.includes('noexec')) return null;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= room ? folder : null;
  } catch {
    // No Linux, or no such folder.
    return null;
  }
}
