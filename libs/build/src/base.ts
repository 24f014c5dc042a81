import path from 'node:path';
import {
  BannerPlugin,
  Compilation,
  SubresourceIntegrityPlugin,
  type Configuration,
  type RuleSetRule,
} from '@rspack/core';
import { CHUNK_MS } from '@nemus/start/limits';
import { BROWSER_FLOOR } from './browser-floor';
import type { BuildMode } from './mode';
import { DEVELOPMENT_RULES } from './development';
import { LibraryListPlugin } from './library-list-plugin';
import { refuseRewrittenRuntime } from './rewritten-runtime';
import { runtimeAlias } from './runtime-alias';
import { runtimeByName } from './runtime-by-name';
import { readManifest, workspaceRoot } from './workspace';

const BROWSERS = Object.entries(BROWSER_FLOOR)
  .map(([browser, version]) => `${browser} >= ${version}`)
  .join(', ');

const sourceRule = (mode: BuildMode): RuleSetRule => ({
  test: /\.[jt]sx?$/,
  exclude: /node_modules/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', refresh: mode === 'development' } },
    },
    env: { targets: BROWSERS },
  },
  type: 'javascript/auto',
});

/**
 * Texts and documents of the functions, which lack a manifest with `sideEffects`: importing one of them must not bundle
 * the others.
 */
const FUNCTIONS = 'supabase/functions/_shared';

/**
 * What shell and remotes have in common. The shell alone determines which build of React and its JSX runtime a page
 * has: areas take both from it, so that a released area runs in a shell in development.
 */
export function baseBuild(folder: string, mode: BuildMode): Configuration {
  refuseRewrittenRuntime();
  // The federation plugin would derive it from the current directory.
  process.env['MF_BUILD_VERSION'] = readManifest(folder).version;
  return {
    context: folder,
    mode,
    target: ['web', 'es2022'],
    // A release's source maps are not among its files (SourceMapsPlugin). No `eval` in any mode: the Content-Security-Policy has no `unsafe-eval`.
    devtool: mode === 'development' ? 'cheap-module-source-map' : false,
    // Pages in development are open for hours: lazy compilation would build files when they are requested.
    lazyCompilation: false,
    output: {
      // Debuggers find a source by its path in the repository (`.vscode/launch.json`), whichever app contains it.
      devtoolModuleFilenameTemplate: ({ absoluteResourcePath }: { absoluteResourcePath: string }) =>
        `webpack://nemus/${path.relative(workspaceRoot(folder), absoluteResourcePath)}`,
      // In development, open pages still request files of earlier builds.
      clean: mode === 'production',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_MS,
      // A module whose import was lost fails again with that error. Otherwise a second import gets half of it, and a lost
      // connection looks like a broken release.
      strictModuleErrorHandling: true,
      hashDigestLength: 16,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js'],
      alias: runtimeAlias(),
    },
    module: {
      rules: [
        sourceRule(mode),
        { include: path.join(workspaceRoot(folder), FUNCTIONS), sideEffects: false },
        ...(mode === 'development' ? DEVELOPMENT_RULES : []),
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(woff2?|png|jpe?g|webp|avif|svg|mp4|webm|vtt|pdf)$/, type: 'asset/resource' },
      ],
    },
    optimization:
      mode === 'production'
        ? { realContentHash: true, moduleIds: 'deterministic', chunkIds: 'deterministic' }
        : { emitOnErrors: false },
    performance: { hints: false },
    // Integrity with hot updates: in development, the page computes it itself (HotIntegrityPlugin).
    ignoreWarnings: mode === 'development' ? [/with SRI|SubResourceIntegrityPlugin/] : [],
    // Errors, and the size of every file.
    stats: { preset: 'errors-warnings', assets: mode === 'production', assetsSpace: Infinity },
    plugins: [
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
      runtimeByName(),
      // Reads every module, which delays an open page.
      ...(mode === 'production' ? [new LibraryListPlugin(), compileWhileLoading()] : []),
    ],
  };
}

/**
 * Chromium compiles the functions of a file that begins with this comment on another thread, while the file arrives.
 * Otherwise it compiles each one when it is first called, and the page waits. Other browsers ignore it.
 * https://v8.dev/blog/explicit-compile-hints
 */
function compileWhileLoading() {
  const banner = '//# allFunctionsCalledOnLoad';
  // After minimising, which removes comments.
  return new BannerPlugin({
    banner,
    raw: true,
    test: /\.js$/,
    stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });
}

/** Federation options with a fixed value here; see decision record 0002. */
export const FEDERATION_DEFAULTS = {
  // The default fetches every remote at start, and one unavailable remote would break the shell.
  shareStrategy: 'loaded-first',
  manifest: false,
  dts: false,
  // No Node branch, hence no `eval` in the runtime; nothing reads federation snapshots without the manifest protocol.
  experiments: { optimization: { target: 'web', disableSnapshot: true } },
} as const;
