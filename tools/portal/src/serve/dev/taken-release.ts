import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { releaseInputSchema } from '@nemus/registry';

const INPUT = 'release-input.json';

/**
 * Takes the newest build out of a folder in which files of earlier ones and hot updates lie as well, since open pages
 * still ask for them. What stayed the same keeps its compressed form.
 *
 * @returns The folder to release from.
 */
export function takeRelease(built: string): string {
  const folder = path.join(built, 'release');
  const target = path.join(folder, 'dist/files');
  mkdirSync(target, { recursive: true });
  const { files, entry } = releaseInputSchema.parse(JSON.parse(readFileSync(path.join(built, 'dist', INPUT), 'utf8')));
  const wanted = new Set(files);
  for (const file of readdirSync(target)) {
    // The entry has the same name in every build; all others carry their hash.
    const name = file.replace(/\.br$/, '');
    if (!wanted.has(name) || name === entry) rmSync(path.join(target, file));
  }
  const present = new Set(readdirSync(target));
  for (const file of files) {
    if (!present.has(file)) linkSync(path.join(built, 'dist/files', file), path.join(target, file));
  }
  rmSync(path.join(folder, 'dist', INPUT), { force: true });
  linkSync(path.join(built, 'dist', INPUT), path.join(folder, 'dist', INPUT));
  return folder;
}
