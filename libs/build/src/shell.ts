import { existsSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { CopyRspackPlugin, type Configuration } from '@rspack/core';
import { baseBuild, FEDERATION_DEFAULTS, outputFolder } from './base';
import { CompressPlugin } from './compress-plugin';
import { curatedAlias, refuseMissingNames } from './curated';
import { buildMode } from './mode';
import type { ShellBudget } from './shell-budget';
import { sharedByShell } from './shared';
import { sharedChunks } from './shared-chunks';
import { ShellPagePlugin } from './shell-page-plugin';
import { installedVersion } from './workspace';

/** Mentions every shared module, so that federation provides it. */
const PROVIDED = path.resolve(import.meta.dirname, '../runtime/provided.mjs');
const ENTRY = 'main';
/** Files that are served as they are, such as the icon and the legal texts. */
const PUBLIC_FOLDER = 'public';
const BOOT_FOLDER = 'boot';
const BOOT_FILE = 'boot.js';

/** Name of the shell in the federation. */
export const SHELL_NAME = 'nemus_shell';

/**
 * The whole bundler configuration of the shell; `rspack.config.ts` is
 * `export default shellBuild(import.meta.dirname)`.
 *
 * Builds `src/main.tsx` and `src/index.html` into `dist/site/`, and writes `dist/csp.json` with the hashes of the
 * page's inline scripts. A `src/boot.ts`, when there is one, is built by itself and written into the page; files of
 * `public/` are copied. Scripts and styles are left compressed as well; above the `budget` the build fails. The shell knows no remote: it registers them at runtime.
 */
export function shellBuild(folder: string, options: ShellOptions = {}): Configuration[] {
  const boot = existsSync(path.join(folder, 'src/boot.ts'));
  return boot ? [bootBuild(folder), siteBuild(folder, boot, options)] : [siteBuild(folder, boot, options)];
}

/** What is special about one shell. */
export interface ShellOptions {
  readonly budget?: ShellBudget | null;
  /** Name of an `import()` for accounts alone: the page names its files (`data-for="account"`), the boot script requests them. */
  readonly accountChunk?: string | null;
}

function siteBuild(folder: string, boot: boolean, { budget = null, accountChunk = null }: ShellOptions): Configuration {
  const mode = buildMode();
  const base = baseBuild(folder, mode);
  refuseMissingNames(folder);
  return {
    ...base,
    name: 'site',
    resolve: { ...base.resolve, alias: { ...base.resolve?.alias, ...curatedAlias(folder) } },
    dependencies: boot ? ['boot'] : [],
    entry: { [ENTRY]: [PROVIDED, './src/main.tsx'] },
    output: {
      ...base.output,
      path: path.join(outputFolder(folder), 'site'),
      uniqueName: SHELL_NAME,
      publicPath: '/',
      filename: 'assets/[name].[contenthash].js',
      chunkFilename: 'assets/[name].[contenthash].js',
      cssFilename: 'assets/[name].[contenthash].css',
      cssChunkFilename: 'assets/[name].[contenthash].css',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
    },
    optimization: { ...base.optimization, splitChunks: { cacheGroups: sharedChunks() } },
    plugins: [
      ...(base.plugins ?? []),
      new CopyRspackPlugin({ patterns: [{ from: PUBLIC_FOLDER, noErrorOnMissing: true }] }),
      new ModuleFederationPlugin({
        ...FEDERATION_DEFAULTS,
        name: SHELL_NAME,
        // The entry may import shared modules like any other: the runtime waits for them before it starts the entry.
        experiments: {
          asyncStartup: true,
          // Entries carry no runtime of their own (decision 0024).
          provideExternalRuntime: true,
          optimization: FEDERATION_DEFAULTS.experiments.optimization,
        },
        shared: sharedByShell((name) => installedVersion(folder, name)),
      }),
      ...(mode === 'production' ? [new CompressPlugin({ entry: ENTRY, budget })] : []),
      new ShellPagePlugin({
        template: path.join(folder, 'src/index.html'),
        entry: ENTRY,
        bootScript: boot ? path.join(outputFolder(folder), BOOT_FOLDER, BOOT_FILE) : null,
        accountChunk,
      }),
    ],
  };
}

/** The inline script: one small file without federation, since it runs before everything else. */
function bootBuild(folder: string): Configuration {
  const { plugins: _plugins, devtool: _devtool, ...base } = baseBuild(folder, 'production');
  return {
    ...base,
    name: 'boot',
    entry: { boot: './src/boot.ts' },
    plugins: [],
    output: { path: path.join(outputFolder(folder), BOOT_FOLDER), filename: BOOT_FILE, clean: true },
  };
}
