import { releaseInputSchema, type ReleaseInput } from '@nemus/registry';
import type { RemoteDeclaration } from '@nemus/contract';
import type { Compiler } from '@rspack/core';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the plugin cannot find out from the compilation. */
export interface ReleaseInputOptions {
  readonly declaration: RemoteDeclaration;
  readonly version: string;
  readonly container: string;
  readonly entry: string;
  /** Chunk name of each exposed module. */
  readonly chunks: Readonly<Record<string, string>>;
  readonly shared: ReleaseInput['shared'];
}

/** Name of the document, in the folder above the built files. */
export const RELEASE_INPUT_FILE = 'release-input.json';

/** Files that a page loads by itself; maps are for developer tools. */
const LOADED = /\.(js|css)$/;

/** Writes `release-input.json` beside the built files when a build went well. */
export class ReleaseInputPlugin {
  readonly #options: ReleaseInputOptions;

  constructor(options: ReleaseInputOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tap('ReleaseInputPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const folder = path.dirname(compiler.options.output.path ?? '.');
      const { declaration, version, container, entry, chunks, shared } = this.#options;
      const filesOf = (expose: string) => {
        const group = compilation.namedChunkGroups.get(chunks[expose] ?? '');
        return [entry, ...(group?.getFiles() ?? []).filter((file) => LOADED.test(file))];
      };
      const slots = Object.keys(chunks).filter((expose) => expose !== './app');
      const input = releaseInputSchema.parse({
        schema: 1,
        declaration,
        version,
        container,
        entry,
        preload: filesOf('./app'),
        slotPreload: Object.fromEntries(slots.map((expose) => [expose, filesOf(expose)])),
        shared,
        files: compilation
          .getAssets()
          .map(({ name }) => name)
          .toSorted(),
      });
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, RELEASE_INPUT_FILE), `${JSON.stringify(input, null, 2)}\n`);
    });
  }
}
