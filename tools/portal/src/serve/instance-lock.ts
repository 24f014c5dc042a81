import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning } from '../../../backend/src/start/is-running.mjs';

/** Another portal runs on the same data folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

/**
 * Claims the data folder for this process; returns the function that gives it back. A lock whose process is gone
 * (power cut, kill -9) is taken over.
 */
export function claimDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'portal.pid');
  let holder = Number.NaN;
  try {
    holder = Number(readFileSync(file, 'utf8'));
  } catch {
    // No lock: the folder is free.
  }
  if (holder > 0 && holder !== process.pid && isRunning(holder)) {
    throw new AlreadyRunning(
      `A portal already runs on this data (process ${holder}). Stop it first; nothing was changed.`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
