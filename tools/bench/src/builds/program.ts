import path from 'node:path';
import { CopyRspackPlugin, type Configuration } from '@rspack/core';
import { baseBuild } from '../../../../libs/build/src/base';
import { absentModules } from '../../../../libs/build/src/absent-modules';
import { curatedAlias } from '../../../../libs/build/src/curated';
import { WorkerPlugin } from '../../../../libs/build/src/worker-plugin';
import { PROGRAM } from '../../../../apps/shell/bench/files';
import { compressed } from './compressed';
import { BENCH, DIST, SHELL } from './paths';
import { FACTS_ALIAS } from './seam';
import { seamPlugin } from './seam-plugin';
import { TunedPagePlugin } from './tuned-page-plugin';

const ENTRY = 'main';
const BOOT_FILE = 'boot.js';
const WORKER_FILE = 'worker.js';

/**
 * Shell and areas as one program with lazy routes, and a careful team's additions: libraries in separate chunks that load in parallel and survive a
 * deployment, the page's chunks requested by the HTML (path and role), profile and remembered reads requested beside
 * them, areas requested while the pointer rests on their menu entry, and the portal's worker for returning visitors,
 * which knows the files of this program.
 */
export function tunedMonolith(): Configuration[] {
  const folder = path.join(DIST, 'tuned');
  const base = programBuild(folder);
  const { plugins: _plugins, devtool: _devtool, ...script } = baseBuild(BENCH, 'production');
  const bootScript = path.join(folder, 'boot', BOOT_FILE);
  const inlineScript = path.join(folder, 'inline', BOOT_FILE);
  const workerScript = path.join(folder, 'worker', WORKER_FILE);
  return [
    {
      ...script,
      plugins: [],
      name: 'tuned-boot',
      entry: { boot: './src/tuned/boot.ts' },
      output: { path: path.dirname(bootScript), filename: BOOT_FILE, clean: true },
    },
    {
      ...script,
      plugins: [],
      name: 'tuned-worker',
      target: ['webworker', 'es2022'],
      entry: { worker: path.join(SHELL, PROGRAM.worker) },
      output: { path: path.dirname(workerScript), filename: WORKER_FILE, clean: true },
    },
    {
      ...base,
      dependencies: ['tuned-boot', 'tuned-worker'],
      optimization: {
        ...base.optimization,
        splitChunks: {
          chunks: 'all',
          cacheGroups: {
            react: group('react', /node_modules\/(react|react-dom|scheduler)\//, 40),
            style: group('style', /node_modules\/(@mui|@emotion|@popperjs|react-transition-group|stylis)\//, 30),
            data: group('data', /node_modules\/(@supabase|@tanstack\/(react-query|query-core)|zod|zustand)\//, 20),
            router: group('router', /node_modules\/(react-router|react-router-dom|react-hook-form|@hookform)\//, 20),
          },
        },
      },
      plugins: [
        ...(base.plugins ?? []),
        new TunedPagePlugin({
          template: path.join(SHELL, PROGRAM.page),
          firstPage: path.join(SHELL, PROGRAM.firstPage),
          bootScript,
          inlineScript,
        }),
        // One program starts with its entry's files; those of a page are requested with their hashes.
        new WorkerPlugin({ script: workerScript, entry: ENTRY, chunks: [], bootScript: inlineScript }),
      ],
    },
  ];
}

function group(name: string, test: RegExp, priority: number) {
  // What only lazy pages use stays with them.
  return { name, test, priority, chunks: 'initial' as const, enforce: true };
}

function programBuild(folder: string): Configuration {
  const base = baseBuild(BENCH, 'production');
  return {
    ...base,
    name: 'tuned',
    entry: { [ENTRY]: path.join(SHELL, PROGRAM.entry) },
    output: {
      ...base.output,
      path: path.join(folder, 'site'),
      uniqueName: 'nemus_tuned',
      publicPath: '/',
      filename: 'assets/[name].[contenthash].js',
      chunkFilename: 'assets/[name].[contenthash].js',
      cssFilename: 'assets/[name].[contenthash].css',
      cssChunkFilename: 'assets/[name].[contenthash].css',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
    },
    resolve: { ...base.resolve, alias: { ...FACTS_ALIAS, ...curatedAlias(SHELL) } },
    plugins: [
      ...(base.plugins ?? []),
      absentModules(),
      seamPlugin(),
      new CopyRspackPlugin({ patterns: [{ from: path.join(SHELL, PROGRAM.served) }] }),
      compressed(ENTRY),
    ],
  };
}
