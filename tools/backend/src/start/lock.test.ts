import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockDataFolder } from './lock';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('one folder has one holder; after release the next may have it', () => {
  const lock = lockDataFolder(folder, 1);
  expect(() => lockDataFolder(folder, 2)).toThrow(/in use by the backend on port 1/);
  lock.release();
  expect(existsSync(path.join(folder, 'backend.lock'))).toBe(false);
  lockDataFolder(folder, 2).release();
});

test.each([
  ['a killed process', JSON.stringify({ pid: 2 ** 22 + 1, began: '1', port: 1 })],
  ['a process whose number another one has now', JSON.stringify({ pid: process.ppid, began: 'earlier', port: 1 })],
  ['a write that was cut off', '{"pid":'],
])('what %s left behind is taken over', (_, content) => {
  writeFileSync(path.join(folder, 'backend.lock'), content);
  const lock = lockDataFolder(folder, 2);
  expect(() => lockDataFolder(folder, 3)).toThrow(/port 2/);
  lock.release();
});
