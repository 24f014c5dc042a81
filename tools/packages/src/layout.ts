import { existsSync } from 'node:fs';
import path from 'node:path';

/** Sources from elsewhere in the repository that packages include, and their place in each. */
const TAKEN_ALONG = { from: 'supabase/functions/_shared', to: 'dist/shared' } as const;

/** Where the sources of one package are, and where they go. Paths are relative, with forward slashes. */
export class Layout {
  readonly #root: string;
  readonly #folder: string;

  /** @param root Folder of the repository. @param folder The package's, below it. */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /** The source that a relative import of another one means. Both are paths below the repository. */
  resolve(from: string, specifier: string): string {
    const target = path.posix.join(path.posix.dirname(from), specifier);
    const candidates = [target, ...['.ts', '.tsx', '.mjs', '/index.ts'].map((ending) => target + ending)];
    const found = candidates.find((file) => /\.\w+$/.test(file) && existsSync(path.join(this.#root, file)));
    if (found === undefined) throw new Error(`${from} imports ${specifier}, which is not there.`);
    return found;
  }

  /** Path of a repository's source in the package. */
  placeOf(source: string): string {
    const compiled = source.replace(/\.tsx?$/, '.js');
    if (compiled.startsWith(`${TAKEN_ALONG.from}/`)) {
      return path.posix.join(TAKEN_ALONG.to, path.posix.relative(TAKEN_ALONG.from, compiled));
    }
    const inside = path.posix.relative(this.#folder, compiled);
    if (inside.startsWith('../')) throw new Error(`${this.#folder} needs ${source}, which belongs to another package.`);
    return inside.replace(/^src\//, 'dist/');
  }

  /** How a file of the package names another one. */
  nameFrom(from: string, to: string): string {
    const name = path.posix.relative(path.posix.dirname(from), to);
    return name.startsWith('.') ? name : `./${name}`;
  }
}
