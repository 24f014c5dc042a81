import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { memoryFolder } from './memory-folder';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-memory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The result for a folder that is mounted like this. */
function found(type: string, options: string, room = 1) {
  const mounts = path.join(folder, 'mounts');
  writeFileSync(mounts, `/dev/root / ext4 rw 0 0\ntmpfs ${folder} ${type} ${options} 0 0\n`);
  return memoryFolder(folder, room, mounts);
}

test('a folder in memory is taken where programs may run in it and there is room', () => {
  expect(found('tmpfs', 'rw,relatime')).toBe(folder);
  expect(found('tmpfs', 'rw,nosuid,noexec')).toBeNull();
  expect(found('tmpfs', 'ro,relatime')).toBeNull();
  expect(found('ext4', 'rw,relatime')).toBeNull();
  expect(found('tmpfs', 'rw', Number.MAX_SAFE_INTEGER)).toBeNull();
});

test('a folder that is not there, or that nothing is mounted at, is none', () => {
  expect(memoryFolder(path.join(folder, 'none'))).toBeNull();
  expect(memoryFolder(folder, 1, path.join(folder, 'none'))).toBeNull();
});
