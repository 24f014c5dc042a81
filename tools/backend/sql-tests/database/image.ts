import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedDays } from '../../src/server/database/seed-days';

/** How long an image stays after it was made: it is of its day. */
const KEEP_MS = 24 * 3_600_000;

/**
 * Path of a test database's image, shared by test files. Its name has the hash of its inputs, and the day on which its
 * seed ran. Images of other days are removed.
 *
 * @param kind prefix of the names of all images of this kind
 */
export function imagePath(kind: string, madeOf: readonly unknown[], now = new Date()): string {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(kind))) {
    const file = path.join(tmpdir(), name);
    // Another test file may have removed it meanwhile.
    const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - made > KEEP_MS) rmSync(file, { recursive: true, force: true });
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([...seedDays(now), ...madeOf]))
    .digest('hex')
    .slice(0, 16);
  return path.join(tmpdir(), kind + hash);
}
