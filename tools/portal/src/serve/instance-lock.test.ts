import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AlreadyRunning, claimDataFolder } from './instance-lock';

describe('claimDataFolder', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-lock-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('refuses while another process holds the folder', () => {
    // Process 1 always lives.
    writeFileSync(path.join(folder, 'portal.pid'), '1');
    expect(() => claimDataFolder(folder)).toThrow(AlreadyRunning);
  });

  it('takes over what a dead process left, and gives it back', () => {
    writeFileSync(path.join(folder, 'portal.pid'), '999999999');
    const release = claimDataFolder(folder);
    release();
    expect(() => claimDataFolder(folder)()).not.toThrow();
  });
});
