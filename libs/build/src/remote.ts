import { existsSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { RemoteDeclaration } from '@nemus/contract';
import { containerName } from '@nemus/registry';
import type { Configuration } from '@rspack/core';
import { baseBuild, FEDERATION_DEFAULTS, outputFolder } from './base';
import { refuseMissingNames } from './curated';
import { readDeclaration } from './declaration';
import { buildId } from './inputs';
import { buildMode } from './mode';
import { ReleaseInputPlugin } from './release-input-plugin';
import { RetryQueryPlugin } from './retry-query-plugin';
import { requiredByRemote, sharedByRemote } from './shared';
import { installedVersion, readManifest } from './workspace';

/** Name of the container's script. It needs no hash in its name: the release's folder is immutable. */
export const ENTRY_FILE = 'remoteEntry.js';

/**
 * The whole bundler configuration of a remote; `rspack.config.ts` is
 * `export default remoteBuild(import.meta.dirname)`.
 *
 * Reads `remote.config.ts` and `package.json` of the folder, exposes `src/app.tsx` as `./app` and each declared slot
 * from the file of its expose name, and writes `dist/files/*` with `dist/release-input.json` beside it.
 */
export async function remoteBuild(folder: string): Promise<Configuration> {
  const mode = buildMode();
  const declaration = await readDeclaration(folder);
  const version = `${readManifest(folder).version}-${buildId(folder, mode)}`;
  const container = containerName(declaration.name, version);
  const exposes = exposedModules(folder, declaration);
  const versionOf = (name: string) => installedVersion(folder, name);
  const base = baseBuild(folder, mode);
  refuseMissingNames(folder);
  return {
    ...base,
    name: declaration.name,
    // A remote has no start of its own: the container is the only entry.
    entry: {},
    output: {
      ...base.output,
      path: path.join(outputFolder(folder), 'files'),
      uniqueName: container,
      publicPath: 'auto',
      filename: '[name].[contenthash].js',
      chunkFilename: '[name].[contenthash].js',
      cssFilename: '[name].[contenthash].css',
      cssChunkFilename: '[name].[contenthash].css',
      assetModuleFilename: '[name].[contenthash][ext]',
    },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        ...FEDERATION_DEFAULTS,
        name: container,
        filename: ENTRY_FILE,
        library: { type: 'global', name: container },
        // The runtime comes from the shell: less than half of the entry is left (decision record 0024). A remote loads no
        // other remote: it asks the shell for slots.
        experiments: {
          externalRuntime: true,
          optimization: { ...FEDERATION_DEFAULTS.experiments.optimization, disableRemote: true },
        },
        exposes: Object.fromEntries(
          exposes.map(({ expose, file }) => [expose, { import: file, name: chunkOf(expose) }]),
        ),
        shared: sharedByRemote(versionOf),
      }),
      new RetryQueryPlugin(),
      new ReleaseInputPlugin({
        declaration,
        version,
        container,
        entry: ENTRY_FILE,
        chunks: Object.fromEntries(exposes.map(({ expose }) => [expose, chunkOf(expose)])),
        shared: requiredByRemote(versionOf),
      }),
    ],
  };
}

/** What the remote exposes, with the file of each; throws when a declared slot has no file. */
function exposedModules(folder: string, declaration: RemoteDeclaration): { expose: string; file: string }[] {
  return ['./app', ...declaration.slots.map((slot) => slot.expose)].map((expose) => {
    const file = `./src/${expose.slice(2)}.tsx`;
    if (!existsSync(path.join(folder, file))) {
      throw new Error(`${declaration.name} exposes "${expose}", but ${path.join(folder, file)} does not exist.`);
    }
    return { expose, file };
  });
}

function chunkOf(expose: string): string {
  return `expose-${expose.slice(2)}`;
}
