import { existsSync } from 'node:fs';
import path from 'node:path';
import { CopyRspackPlugin, DefinePlugin, type Configuration } from '@rspack/core';
import { absentModules } from './absent-modules';
import { baseBuild } from './base';
import { CompressPlugin } from './compress-plugin';
import { curatedAlias, refuseMissingNames } from './curated';
import { DEV_SERVER, developmentPlugins, REFRESH_ENTRY } from './development';
import { buildMode, type BuildFunction, type BuildMode } from './mode';
import { outputFolder } from './output';
import { buildId } from './inputs';
import { ProvidesPlugin } from './provides-plugin';
import type { ShellBudget } from './shell-budget';
import { providedByShell } from './shared';
import { SbomPlugin } from './sbom-plugin';
import { SourceMapsPlugin } from './source-maps-plugin';
import { sharedChunks } from './shared-chunks';
import { ShellPagePlugin } from './shell-page-plugin';
import { WorkerPlugin } from './worker-plugin';
import { installedVersion } from './workspace';

const ENTRY = 'main';
/** Static files, such as the icon and the legal texts. */
const PUBLIC_FOLDER = 'public';
const BOOT_FOLDER = 'boot';
const BOOT_FILE = 'boot.js';
const PAGE_FOLDER = 'page';
const PAGE_FILE = 'page.cjs';
/** Output of the worker's script, before the site's files are known. */
const WORKER_FOLDER = 'worker';
const WORKER_FILE = 'worker.js';

/** Name of the shell in the federation. */
const SHELL_NAME = 'nemus_shell';

/**
 * The whole bundler configuration of the shell; `rspack.config.ts` is
 * `export default shellBuild(import.meta.dirname)`.
 *
 * Builds `src/main.ts` and `src/index.html` into `dist/site/`, and writes `dist/csp.json` with the hashes of the page's
 * inline scripts and styles. A `src/boot.ts`, when there is one, is built separately and inlined into the page; a
 * `src/page.tsx` is run, and what its `firstPage()` returns becomes part of the page; a `worker/worker.ts` becomes the page's worker, which knows the hashes of the built files; files of `public/` are
 * copied. Scripts and styles are also written compressed; above the `budget` the build fails. The shell knows no
 * remote: it registers them at runtime.
 */
export function shellBuild(folder: string, options: ShellOptions = {}): BuildFunction<Configuration[]> {
  return async (environment) => {
    const mode = buildMode(environment);
    const boot = existsSync(path.join(folder, 'src/boot.ts'));
    // Pages in development change too often to be cached.
    const worker = mode === 'production' && existsSync(path.join(folder, 'worker/worker.ts'));
    const page = existsSync(path.join(folder, 'src/page.tsx'));
    return [
      ...(boot ? [bootBuild(folder, mode)] : []),
      ...(page ? [pageBuild(folder, firstPageFile(folder, mode))] : []),
      ...(worker ? [workerBuild(folder, mode)] : []),
      siteBuild(folder, mode, { boot, page, worker }, options),
    ];
  };
}

/** Options of one shell. */
export interface ShellOptions {
  readonly budget?: ShellBudget | null;
  /** Names of `import()`s of every start: the page requests their files at once, after the entry's. */
  readonly startChunks?: readonly string[];
  /** Names of `import()`s of a start without a valid session: listed (`data-for="visitor"`), and requested there. */
  readonly visitorChunks?: readonly string[];
  /** Names of `import()`s of the rendered sign-in page: listed (`data-for="sign-in"`), and requested without a session. */
  readonly signInChunks?: readonly string[];
  /**
   * Names of `import()`s for accounts: the page lists their files (`data-for="account"`), and the boot script requests
   * them when a session is stored.
   */
  readonly accountChunks?: readonly string[];
  /** Names of further `import()`s that stay one file each, although another page also needs a part of them. */
  readonly wholeChunks?: readonly string[];
  /** Names of `import()`s that a start without a connection also needs: the worker stores their files. */
  readonly offlineChunks?: readonly string[];
  /** `false`: no minimising, compression or budget. For shells that only tests open. */
  readonly small?: boolean;
}

function siteBuild(
  folder: string,
  mode: BuildMode,
  { boot, page, worker }: { readonly boot: boolean; readonly page: boolean; readonly worker: boolean },
  {
    budget = null,
    startChunks = [],
    visitorChunks = [],
    signInChunks = [],
    accountChunks = [],
    wholeChunks = [],
    offlineChunks = [],
    small = true,
  }: ShellOptions,
): Configuration {
  const isServed = mode === 'development';
  const base = baseBuild(folder, mode);
  refuseMissingNames(folder);
  const bootScript = boot ? path.join(outputFolder(folder, mode), BOOT_FOLDER, BOOT_FILE) : null;
  const versions = Object.fromEntries(
    providedByShell((name) => installedVersion(folder, name)).map(({ name, version }) => [name, version]),
  );
  return {
    ...base,
    name: 'site',
    resolve: { ...base.resolve, alias: { ...base.resolve?.alias, ...curatedAlias(folder) } },
    dependencies: [...(boot ? ['boot'] : []), ...(page ? [PAGE_BUILD] : []), ...(worker ? ['worker'] : [])],
    entry: { [ENTRY]: [...(isServed ? [REFRESH_ENTRY] : []), './src/main'] },
    output: {
      ...base.output,
      path: path.join(outputFolder(folder, mode), 'site'),
      uniqueName: SHELL_NAME,
      publicPath: '/',
      filename: 'assets/[name].[contenthash].js',
      chunkFilename: 'assets/[name].[contenthash].js',
      cssFilename: 'assets/[name].[contenthash].css',
      cssChunkFilename: 'assets/[name].[contenthash].css',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js',
      hotUpdateMainFilename: 'assets/[runtime].[fullhash].hot-update.json',
    },
    optimization: {
      ...base.optimization,
      ...(small ? {} : { minimize: false }),
      // By path only. With 'deterministic', a new module of the shell may take the number of a library's module and
      // change its chunk, and a new chunk its number; the numbers would save 900 bytes.
      ...(isServed ? {} : { moduleIds: 'hashed', chunkIds: 'named' }),
      splitChunks: {
        cacheGroups: sharedChunks({
          entry: ENTRY,
          start: startChunks,
          whole: [...visitorChunks, ...signInChunks, ...accountChunks, ...wholeChunks],
        }),
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      absentModules(),
      new CopyRspackPlugin({ patterns: [{ from: PUBLIC_FOLDER, noErrorOnMissing: true }] }),
      // The federation runtime is an ordinary library here: no plugin, and not part of the start. Defines what its
      // plugin would, and the shell's modules.
      new DefinePlugin({
        FEDERATION_BUILD_IDENTIFIER: JSON.stringify(SHELL_NAME),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        ENV_TARGET: '"web"',
        NEMUS_SHARED_VERSIONS: JSON.stringify(versions),
      }),
      ...(isServed || !small ? [] : [new SbomPlugin(folder), new SourceMapsPlugin()]),
      new ProvidesPlugin({ shell: buildId(folder), versions }),
      ...(isServed || !small ? [] : [new CompressPlugin({ entry: ENTRY, startChunks, accountChunks, budget })]),
      new ShellPagePlugin({
        template: path.join(folder, 'src/index.html'),
        entry: ENTRY,
        bootScript,
        firstPage: page ? firstPageFile(folder, mode) : null,
        startChunks,
        visitorChunks,
        signInChunks,
        accountChunks,
      }),
      ...(worker
        ? [
            new WorkerPlugin({
              script: path.join(outputFolder(folder, mode), WORKER_FOLDER, WORKER_FILE),
              entry: ENTRY,
              chunks: [...startChunks, ...accountChunks, ...offlineChunks],
              bootScript,
            }),
          ]
        : []),
      ...(isServed ? developmentPlugins({ isShell: true }) : []),
    ],
    ...(isServed ? { devServer: DEV_SERVER } : {}),
  };
}

/** The inline script: one small file, since it runs first. */
function bootBuild(folder: string, mode: BuildMode): Configuration {
  return scriptBuild(folder, {
    name: 'boot',
    entry: { boot: './src/boot.ts' },
    output: { path: path.join(outputFolder(folder, mode), BOOT_FOLDER), filename: BOOT_FILE },
  });
}

const firstPageFile = (folder: string, mode: BuildMode) =>
  path.join(outputFolder(folder, mode), PAGE_FOLDER, PAGE_FILE);

/** Name of the build of {@link pageBuild}. */
const PAGE_BUILD = 'page';

/** What the page shows before any script has loaded, as a module that the build runs. @param file the built module */
function pageBuild(folder: string, file: string): Configuration {
  const build = scriptBuild(folder, {
    name: PAGE_BUILD,
    target: ['node', 'es2022'],
    entry: { page: './src/page.tsx' },
    output: { path: path.dirname(file), filename: path.basename(file), library: { type: 'commonjs2' } },
  });
  return { ...build, optimization: { ...build.optimization, minimize: false } };
}

/** The worker's script. */
function workerBuild(folder: string, mode: BuildMode): Configuration {
  return scriptBuild(folder, {
    name: 'worker',
    target: ['webworker', 'es2022'],
    entry: { worker: './worker/worker.ts' },
    output: { path: path.join(outputFolder(folder, mode), WORKER_FOLDER), filename: WORKER_FILE },
  });
}

/** One classic script without federation, as in a release even when the site is in development. */
function scriptBuild(folder: string, script: Configuration): Configuration {
  const { plugins: _plugins, devtool: _devtool, ...base } = baseBuild(folder, 'production');
  return { ...base, plugins: [], devServer: false, ...script, output: { ...script.output, clean: true } };
}
