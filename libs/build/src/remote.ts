import { existsSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { RemoteConfig } from '@nemus/contract';
import { containerName, CONTENT_FOLDER, RUNTIME_MODULE } from '@nemus/registry';
import { rspack, type Configuration } from '@rspack/core';
import { BuildReportPlugin } from './build-report-plugin';
import { baseBuild, FEDERATION_DEFAULTS } from './base';
import { readAreasNeed, refuseMissingNames, refuseNewNames } from './curated';
import { ContentChunksPlugin } from './content-chunks-plugin';
import { readDeclaration } from './declaration';
import { CommandsPlugin } from './commands-plugin';
import { readMeeting } from './meeting';
import { MeetingPlugin } from './meeting-plugin';
import { BUILD_ID_LENGTH, buildId } from './inputs';
import { DEV_SERVER, developmentExternals, developmentPlugins } from './development';
import { buildMode, type BuildFunction, type BuildMode } from './mode';
import { openingChunk } from './opening-chunk';
import { outputFolder } from './output';
import { ReleaseInputPlugin } from './release-input-plugin';
import { RetryQueryPlugin } from './retry-query-plugin';
import { runtimeFolder } from './runtime-alias';
import { requiredByRemote, sharedByRemote } from './shared';
import { UsesPlugin } from './uses-plugin';
import { findPackage, readManifest } from './workspace';

/** Name of the container's script. It needs no hash in its name: the release's folder is immutable. */
const ENTRY_FILE = 'remoteEntry.js';

/** 62⁴ ids, of which an area has some hundred. */
const ID_LENGTH = 4;
const STABLE_IDS = [rspack.ids.CompactHashedModuleIdsPlugin, rspack.ids.CompactHashedChunkIdsPlugin];

/** Place in a name for a hash of the container's script, which names every other file. */
const OUTPUT_HASH = `[chunkhash:${BUILD_ID_LENGTH}]`;
const NO_BUDGET = { entry: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER };

/**
 * The whole bundler configuration of a remote; `rspack.config.ts` is
 * `export default remoteBuild(import.meta.dirname)`.
 *
 * Reads `remote.config.ts` and `package.json` of the folder, exposes `src/app.tsx` as `./app` and each declared slot
 * from the file of its expose name, and writes `dist/files/*` with `dist/release-input.json` beside it. Served
 * (`rspack serve`) or watched (`rspack build --watch --env watched`), it writes the same below the workspace's `dist/dev`,
 * a release with every change.
 */
export function remoteBuild(folder: string): BuildFunction<Configuration> {
  return async (environment) => configurationOf(folder, buildMode(environment), environment?.watched === true);
}

async function configurationOf(folder: string, mode: BuildMode, isWatched: boolean): Promise<Configuration> {
  const isServed = mode === 'development';
  const isRepeated = isServed || isWatched;
  const config = await readDeclaration(folder);
  // What stands in the release document is read strictly by older shells; the palette has a file of its own, and so has
  // where areas meet.
  const { commands, searches, ...declaration } = config;
  const meeting = await readMeeting(folder, declaration);
  const { version: packageVersion } = readManifest(folder);
  // One process makes many releases: each takes its name from what came out, not from what went in.
  const id = isRepeated ? OUTPUT_HASH : buildId(folder);
  const container = containerName(declaration.name, `${packageVersion}-`) + id;
  const exposes = exposedModules(folder, config);
  const chunks = Object.fromEntries(exposes.map(({ expose }) => [expose, chunkOf(expose)]));
  // Open pages of development take changes by the names that their files had.
  const folderOf = isRepeated ? '' : CONTENT_FOLDER;
  const versionOf = (name: string) => (name === '@nemus/ui' ? readAreasNeed(folder).version : versionFor(folder, name));
  const base = baseBuild(folder, mode);
  refuseMissingNames(folder);
  refuseNewNames(folder);
  return {
    ...base,
    name: declaration.name,
    // A remote has no start of its own: the container is the only entry.
    entry: {},
    output: {
      ...base.output,
      path: path.join(outputFolder(folder, isRepeated ? 'development' : mode), 'files'),
      // An open page takes changes under one name, whatever the release that it was opened with.
      uniqueName: isRepeated ? `${declaration.name}_development` : container,
      publicPath: 'auto',
      filename: `${folderOf}[name].[contenthash].js`,
      chunkFilename: `${folderOf}[name].[contenthash].js`,
      cssFilename: '[name].[contenthash].css',
      cssChunkFilename: '[name].[contenthash].css',
      assetModuleFilename: `${folderOf}[name].[contenthash][ext]`,
    },
    // Ids by name, long enough that no other module moves one: a chunk keeps its bytes whatever is built beside it.
    ...(isRepeated
      ? {}
      : {
          optimization: {
            ...base.optimization,
            moduleIds: false,
            chunkIds: false,
            splitChunks: { cacheGroups: openingChunk(declaration.name, chunkOf('./app'), Object.values(chunks)) },
          },
        }),
    plugins: [
      ...(base.plugins ?? []),
      ...(isRepeated ? [] : STABLE_IDS.map((Plugin) => new Plugin({ minLength: ID_LENGTH }))),
      new ModuleFederationPlugin({
        ...FEDERATION_DEFAULTS,
        name: isRepeated ? `${declaration.name}_development` : container,
        filename: ENTRY_FILE,
        library: { type: 'global', name: container },
        // The runtime comes from the shell: less than half of the container is left (decision record 0024). A remote
        // loads no other remote: it asks the shell for slots.
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
      ...(isRepeated ? [] : [new ContentChunksPlugin(ENTRY_FILE)]),
      new CommandsPlugin({ commands, searches }),
      new MeetingPlugin(meeting),
      new UsesPlugin(),
      new ReleaseInputPlugin({
        // What is served is not made small.
        declaration: isServed ? { ...declaration, budget: NO_BUDGET } : declaration,
        packageVersion,
        buildId: isRepeated ? null : id,
        entry: ENTRY_FILE,
        chunks,
        shared: requiredByRemote(versionOf),
      }),
      ...(isServed ? developmentPlugins({ isShell: false }) : []),
      ...(isWatched ? [new BuildReportPlugin()] : []),
    ],
    ...(isServed ? { externals: developmentExternals(declaration.name), devServer: DEV_SERVER } : {}),
  };
}

/** The federation's packages are the build's own; all others are the app's. */
function versionFor(folder: string, name: string): string | null {
  const found = name === RUNTIME_MODULE ? runtimeFolder(name) : findPackage(folder, name);
  return found === null ? null : readManifest(found).version;
}

/** What the remote exposes, with the file of each; throws when a declared slot or search has no file. */
function exposedModules(folder: string, declaration: RemoteConfig): { expose: string; file: string }[] {
  const { name, slots, searches } = declaration;
  const drawn = ['./app', ...slots.map((slot) => slot.expose)].map((expose) => ({ expose, ending: 'tsx' }));
  // A search draws nothing.
  const searching = [...new Set(searches.map((search) => search.expose))].map((expose) => ({ expose, ending: 'ts' }));
  return [...drawn, ...searching].map(({ expose, ending }) => {
    const file = `./src/${expose.slice(2)}.${ending}`;
    if (!existsSync(path.join(folder, file))) {
      throw new Error(`${name} exposes "${expose}", but ${path.join(folder, file)} does not exist.`);
    }
    return { expose, file };
  });
}

function chunkOf(expose: string): string {
  return `expose-${expose.slice(2)}`;
}
