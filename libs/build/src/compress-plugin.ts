import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Compiler } from '@rspack/core';
import { brotliOf, compressedFormOf } from './brotli';
import { budgetProblems, type ShellBudget } from './shell-budget';
import { chunkFiles } from './chunk-files';

const zip = promisify(gzip);

/** Text files; images and fonts are already compressed. */
const COMPRESSED = /\.(js|css|svg)$/;
const LOADED = /\.(js|css)$/;

/** What is measured, and its limits. */
export interface CompressOptions {
  readonly entry: string;
  readonly startChunks: readonly string[];
  readonly accountChunks: readonly string[];
  readonly budget: ShellBudget | null;
}

/**
 * Compresses every text file of the shell to `.br` and `.gz`, at the highest quality: a server that compresses every
 * response cannot afford that, and sends a tenth more. The build fails when the sizes exceed the budget.
 *
 * Node's own compression, not `compression-webpack-plugin`: 12.0.0 requires webpack itself, 65 packages and 38 MB more
 * in every installation (tried); the size check would still be our code.
 */
export class CompressPlugin {
  readonly #entry: string;
  readonly #startChunks: readonly string[];
  readonly #accountChunks: readonly string[];
  readonly #budget: ShellBudget | null;

  constructor({ entry, startChunks, accountChunks, budget }: CompressOptions) {
    this.#entry = entry;
    this.#startChunks = startChunks;
    this.#accountChunks = accountChunks;
    this.#budget = budget;
  }

  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('CompressPlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const folder = compiler.options.output.path ?? '.';
      const files = compilation.getAssets().map(({ name }) => name);
      const packed = files
        .filter((file) => COMPRESSED.test(file))
        .map(async (file) => [file, await writeCompressed(path.join(folder, file))] as const);
      const sizes = new Map(await Promise.all(packed));
      if (!this.#budget) return;
      const sum = (of: Iterable<string>) =>
        [...of].filter((file) => LOADED.test(file)).reduce((bytes, file) => bytes + (sizes.get(file) ?? 0), 0);
      const filesOf = (chunks: readonly string[]) => chunks.flatMap((name) => chunkFiles(compilation, name));
      const own = compilation.entrypoints.get(this.#entry)?.getFiles() ?? [];
      const start = new Set([...own, ...filesOf(this.#startChunks)]);
      const account = new Set(filesOf(this.#accountChunks));
      const problems = budgetProblems(
        {
          entry: sum(own),
          start: sum(start),
          account: sum([...account].filter((file) => !start.has(file))),
          total: sum(files),
        },
        this.#budget,
      );
      if (problems.length > 0) {
        throw new Error(
          `${problems.join('\n')}\nLoad less at once, drop a dependency, or raise the budget in rspack.config.ts in a change that says why.`,
        );
      }
    });
  }
}

/**
 * Compresses the texts of an area, so that Nx keeps the results with the build: packing the release would repeat it for
 * every build that comes from the cache. What is missing here (a watched build, an older one) is compressed by packing.
 */
export class BrotliPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('BrotliPlugin', async (compilation) => {
      const folder = compiler.options.output.path ?? '.';
      const files = compilation.getAssets().filter(({ name }) => !name.startsWith('..'));
      await Promise.all(
        files.map(async ({ name }) => {
          const file = path.join(folder, name);
          const form = await compressedFormOf(name, await readFile(file));
          if (form) await writeFile(`${file}.br`, form);
        }),
      );
    });
  }
}

/**
 * Writes a file's compressed forms next to it, at the highest quality. Returns the number of bytes of the brotli form.
 */
export async function writeCompressed(file: string): Promise<number> {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([brotliOf(content), zip(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  return br.byteLength;
}
