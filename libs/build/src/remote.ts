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
import { BrotliPlugin } from './compress-plugin';
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
import { SbomPlugin } from './sbom-plugin';
import { SourceMapsPlugin } from './source-maps-plugin';
import { requiredByRemote, sharedByRemote } from './shared';
import { UsesPlugin } from './uses-plugin';
import { findPackage, readManifest } from './workspace';

/** Name of the container's script. It needs no hash: the release's folder is immutable. */
const ENTRY_FILE = 'remoteEntry.js';

/** 62⁴ ids, for the few hundred modules of an area. */
const ID_LENGTH = 4;
const STABLE_IDS = [rspack.ids.CompactHashedModuleIdsPlugin, rspack.ids.CompactHashedChunkIdsPlugin];

/** Placeholder for a hash of the container's script, which depends on every other file. */
const OUTPUT_HASH = `[chunkhash:${BUILD_ID_LENGTH}]`;
const NO_BUDGET = { entry: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER };

/**
 * The whole bundler configuration of a remote; `rspack.config.ts` is
 * `export default remoteBuild(import.meta.dirname)`.
 *
 * Reads `remote.config.ts` and `package.json` of the folder, exposes `src/app.tsx` as `./app` and each declared slot
 * from the file of its expose name, and writes `dist/files/*` and `dist/release-input.json`. Served (`rspack serve`) or
 * watched (`rspack build --watch --env watched`), it writes the same below the workspace's `dist/dev`, a release with
 * every change.
 */
export function remoteBuild(folder: string): BuildFunction<Configuration> {
  return async (environment) => configurationOf(folder, buildMode(environment), environment?.watched === true);
}

async function configurationOf(folder: string, mode: BuildMode, isWatched: boolean): Promise<Configuration> {
  const isServed = mode === 'development';
  const isRepeated = isServed || isWatched;
  const config = await readDeclaration(folder);
  // Older shells parse the release document strictly; so the palette has its own file, and so has `meeting.json`.
  const { commands, searches, ...declaration } = config;
  const meeting = await readMeeting(folder, declaration);
  const { version: packageVersion } = readManifest(folder);
  // One process makes many releases: each derives its name from its output, not its input.
  const id = isRepeated ? OUTPUT_HASH : buildId(folder);
  const container = containerName(declaration.name, `${packageVersion}-`) + id;
  const exposes = exposedModules(folder, config);
  const chunks = Object.fromEntries(exposes.map(({ expose }) => [expose, chunkOf(expose)]));
  // Open pages in development apply updates by the names of their files.
  const folderOf = isRepeated ? '' : CONTENT_FOLDER;
  const versionOf = (name: string) => (name === '@nemus/ui' ? readAreasNeed(folder).version : versionFor(folder, name));
  const base = baseBuild(folder, mode);
  refuseMissingNames(folder);
  refuseNewNames(folder);
  return {
    ...base,
    name: declaration.name,
    // A remote has no entry of its own: the container is the only one.
    entry: {},
    output: {
      ...base.output,
      path: path.join(outputFolder(folder, isRepeated ? 'development' : mode), 'files'),
      // Hot updates have one name for an open page, whichever release it was opened with.
      uniqueName: isRepeated ? `${declaration.name}_development` : container,
      publicPath: 'auto',
      filename: `${folderOf}[name].[contenthash].js`,
      chunkFilename: `${folderOf}[name].[contenthash].js`,
      cssFilename: '[name].[contenthash].css',
      cssChunkFilename: '[name].[contenthash].css',
      assetModuleFilename: `${folderOf}[name].[contenthash][ext]`,
    },
    // Ids by name, long enough not to depend on other modules: a chunk keeps its bytes whatever else is built.
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
        // The shell provides the runtime, which saves more than half of the container (decision record 0004). A remote
        // loads no other remote: it gets slots from the shell.
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
      ...(mode === 'production' && !isWatched
        ? [new SbomPlugin(folder), new SourceMapsPlugin(), new BrotliPlugin()]
        : []),
      new ReleaseInputPlugin({
        // Served files are not minimised.
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

/** The federation's packages belong to the build; all others to the app. */
function versionFor(folder: string, name: string): string | null {
  const found = name === RUNTIME_MODULE ? runtimeFolder(name) : findPackage(folder, name);
  return found === null ? null : readManifest(found).version;
}

/** The remote's exposed modules with their files; throws when a declared slot or search has no file. */
function exposedModules(folder: string, declaration: RemoteConfig): { expose: string; file: string }[] {
  const { name, slots, searches } = declaration;
  const drawn = ['./app', ...slots.map((slot) => slot.expose)].map((expose) => ({ expose, ending: 'tsx' }));
  // A search renders nothing.
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
