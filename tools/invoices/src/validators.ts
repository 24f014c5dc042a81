import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

/**
 * The validators' findings for each document; an empty list for a valid one. One process checks all of them, so that
 * the schema is read once (`validate.mjs` has the rules).
 */
export function validateAll(documents: readonly string[]): readonly (readonly string[])[] {
  const script = path.join(__dirname, 'validate.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, '--json'], {
    input: JSON.stringify(documents),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The validators failed: ${stderr}`);
  return z.array(z.array(z.string())).parse(JSON.parse(stdout));
}
