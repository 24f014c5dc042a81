import { containerName, releaseInputSchema, type ReleaseInput } from '@nemus/registry';
import type { RemoteDeclaration } from '@nemus/contract';
import type { Compilation, Compiler } from '@rspack/core';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { released } from './chunk-files';
import { BUILD_ID_LENGTH } from './inputs';
import { firstPageChunk } from './opening-chunk';

/** What the plugin cannot derive from the compilation. */
export interface ReleaseInputOptions {
  readonly declaration: RemoteDeclaration;
  /** Version of the package, such as 1.0.0. */
  readonly packageVersion: string;
  /** Suffix of the version; null to take it from the container's script. */
  readonly buildId: string | null;
  readonly entry: string;
  /** Chunk name of each exposed module. */
  readonly chunks: Readonly<Record<string, string>>;
  readonly shared: ReleaseInput['shared'];
}

/** Name of the document, in the folder above the built files. */
const RELEASE_INPUT_FILE = 'release-input.json';

/** Files that a page loads; maps are for developer tools. */
const LOADED = /\.(js|css)$/;

/** Writes `release-input.json` next to the built files after a successful build. */
export class ReleaseInputPlugin {
  readonly #options: ReleaseInputOptions;

  constructor(options: ReleaseInputOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tap('ReleaseInputPlugin', (compilation) => {
      if (compilation.errors.length > 0) return;
      const folder = path.dirname(compiler.options.output.path ?? '.');
      const { declaration, packageVersion, entry, chunks, shared } = this.#options;
      const version = `${packageVersion}-${this.#options.buildId ?? outputId(compilation, entry)}`;
      const filesOfChunk = (name: string) =>
        released(compilation.namedChunkGroups.get(name)?.getFiles() ?? []).filter((file) => LOADED.test(file));
      const filesOf = (expose: string) => [entry, ...filesOfChunk(chunks[expose] ?? '')];
      const slots = Object.keys(chunks).filter((expose) => expose !== './app');
      const input = releaseInputSchema.parse({
        schema: 1,
        declaration,
        version,
        container: containerName(declaration.name, version),
        entry,
        preload: [...new Set([...filesOf('./app'), ...filesOfChunk(firstPageChunk(declaration.name))])],
        slotPreload: Object.fromEntries(slots.map((expose) => [expose, filesOf(expose)])),
        shared,
        files: released(compilation.getAssets().map(({ name }) => name)).toSorted(),
      });
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, RELEASE_INPUT_FILE), `${JSON.stringify(input, null, 2)}\n`);
    });
  }
}

/** The hash in the container's name, of its own script. */
function outputId(compilation: Compilation, entry: string): string {
  const container = [...compilation.chunks].find(({ files }) => files.has(entry));
  return (container?.renderedHash ?? container?.hash ?? '').slice(0, BUILD_ID_LENGTH);
}
