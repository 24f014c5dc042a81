import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CompressPlugin } from '../../../../libs/build/src/compress-plugin';

/**
 * Compresses a variant's files like the portal's: on-the-fly compression sends a seventh more, which would measure the
 * servers and not the programs.
 */
export const compressed = (entry: string) =>
  new CompressPlugin({ entry, startChunks: [], accountChunks: [], budget: null });

/** Fails if a script below the folder has no compressed form beside it. */
export function insistOnCompressed(folder: string): void {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const missing = scripts.find((file) => !existsSync(path.join(folder, `${file}.br`)));
  if (scripts.length === 0) throw new Error(`${folder} has no scripts.`);
  if (missing !== undefined) throw new Error(`${path.join(folder, missing)} is not compressed by its build.`);
}
