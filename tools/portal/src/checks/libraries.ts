/**
 * A step of `npm test`: reads from the built files which libraries shell and areas carry, and fails when a browser would
 * load one of them twice, or one that is for development alone.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { areaFolders } from '../serve/releases';
import { ROOT } from '../serve/settings';
import { findDuplicates, type Libraries } from './libraries/duplicates';
import { findOfDevelopment } from './libraries/of-development';

const librariesSchema = z.record(z.string(), z.number());

const builds: Record<string, Libraries> = {};
for (const folder of [path.join(ROOT, 'apps/shell'), ...areaFolders()]) {
  const file = path.join(folder, 'dist/libraries.json');
  builds[path.basename(folder)] = librariesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}
for (const [name, libraries] of findOfDevelopment(builds)) {
  process.stderr.write(`${name} carries ${libraries.join(', ')}, which only pages of development need.\n`);
  process.exitCode = 1;
}
const duplicates = findDuplicates(builds);
for (const { library, builds: carriers } of duplicates) {
  const where = carriers.map(([name, bytes]) => `${name} (${Math.round(bytes / 1_000)} kB of source)`).join(', ');
  process.stderr.write(`${library} is carried by ${where}.\n`);
}
if (duplicates.length > 0) {
  process.stderr.write('Share it (libs/build/src/shared.ts), or let one area alone have it.\n');
  process.exitCode = 1;
} else {
  process.stdout.write(`No library is carried twice by ${Object.keys(builds).join(', ')}.\n`);
}
