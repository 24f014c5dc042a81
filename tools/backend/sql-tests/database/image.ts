import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedDays } from '../../src/server/database/seed-days';

/** How long an image stays after it was made: it is of its day. */
const KEEP_MS = 24 * 3_600_000;

/**
 * Where an image of a test database is kept from one test file to the next. It is named by what it was made of, and by
 * the day on which its seed ran. Those of other days go.
 *
 * @param kind how the names of all images of this kind begin
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
