import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../serve/settings';

/** A source file of this checkout that is changed for a while. */
export interface ChangedFile {
  /** Replaces the text in the file. */
  change(to: string): void;
  restore(): void;
}

/**
 * Prepares a change of a file, which is undone at the latest when the process ends.
 *
 * @param file From the repository's root.
 * @param from Text that the file has once; throws when it does not.
 */
export function changedFile(file: string, from: string): ChangedFile {
  const absolute = path.join(ROOT, file);
  const source = readFileSync(absolute, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} does not have "${from}" exactly once.`);
  const write = () => writeFileSync(absolute, source);
  process.once('exit', write);
  return {
    change: (to) =>
      writeFileSync(
        absolute,
        source.replace(from, () => to),
      ),
    restore: () => {
      write();
      process.removeListener('exit', write);
    },
  };
}
