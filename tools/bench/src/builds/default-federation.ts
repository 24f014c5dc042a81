import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { CopyRspackPlugin, DefinePlugin, type Configuration } from '@rspack/core';
import { baseBuild } from '../../../../libs/build/src/base';
import { ShellPagePlugin } from '../../../../libs/build/src/shell-page-plugin';
import { PROGRAM } from '../../../../apps/shell/bench/files';
import { compressed } from './compressed';
import { BENCH, DIST, ROOT, SHELL } from './paths';
import { DEFAULT_SEAM, FACTS_ALIAS } from './seam';
import { seamPlugin } from './seam-plugin';

/** Where the remotes of default federation are served from: another origin, like the portal's store. */
const DEFAULT_STORE = process.env['NEMUS_BENCH_DEFAULT_STORE'] ?? 'http://localhost:4390';
const EXPOSES: Readonly<Record<string, readonly string[]>> = {
  trainee: ['app'],
  institution: ['app'],
  elearning: ['app'],
  payments: ['app', 'course-purchase', 'credit-balance'],
};

/**
 * What a project following the documentation shares: its libraries, each as a whole, once in the page. `react-dom/client`
 * and `react/jsx-runtime` are named since it does not work without: a second copy of the renderer draws in the middle
 * of the first one and sees its contexts ("a <Router> inside another <Router>").
 */
const SHARED = Object.fromEntries(
  [
    'react',
    'react/jsx-runtime',
    'react-dom',
    'react-dom/client',
    'react-router-dom',
    '@mui/material',
    '@emotion/react',
    '@emotion/styled',
    '@tanstack/react-query',
    'zod',
  ].map((name) => [name, { singleton: true }]),
);

/** The shell of default federation: remotes by their manifests, everything else as the plugin has it. */
export function defaultShell(): Configuration {
  const site = path.join(DIST, 'default/site');
  const base = defaultBuild(site, '/');
  return {
    ...base,
    name: 'default-shell',
    // The documentation's pattern: an entry that does nothing but import the program.
    entry: { main: './src/seam/bootstrap.ts' },
    resolve: { ...base.resolve, alias: FACTS_ALIAS },
    plugins: [
      ...(base.plugins ?? []),
      seamPlugin(DEFAULT_SEAM),
      new DefinePlugin({ NEMUS_BENCH_WORKER: 'false' }),
      new CopyRspackPlugin({ patterns: [{ from: path.join(SHELL, PROGRAM.served) }] }),
      new ModuleFederationPlugin({
        name: 'bench_shell',
        dts: false,
        remotes: Object.fromEntries(
          Object.keys(EXPOSES).map((name) => [
            name,
            `${globalOf(name)}@${DEFAULT_STORE}/releases/${name}/mf-manifest.json`,
          ]),
        ),
        shared: SHARED,
      }),
      new ShellPagePlugin({
        template: path.join(SHELL, PROGRAM.page),
        entry: 'main',
        bootScript: null,
        startChunks: [],
        accountChunks: [],
      }),
    ],
  };
}

/** One remote of default federation. */
export function defaultRemote(name: string): Configuration {
  const app = path.join(ROOT, 'apps', name);
  const base = defaultBuild(path.join(DIST, 'default/store/releases', name), 'auto');
  return {
    ...base,
    name: `default-${name}`,
    entry: {},
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: globalOf(name),
        filename: 'remoteEntry.js',
        dts: false,
        exposes: Object.fromEntries(
          (EXPOSES[name] ?? []).map((expose) => [`./${expose}`, path.join(app, `src/${expose}.tsx`)]),
        ),
        shared: SHARED,
      }),
    ],
  };
}

function globalOf(name: string): string {
  return `bench_${name}`;
}

function defaultBuild(folder: string, publicPath: string): Configuration {
  const base = baseBuild(BENCH, 'production');
  const assets = publicPath === '/' ? 'assets/' : '';
  return {
    ...base,
    output: {
      ...base.output,
      path: folder,
      uniqueName: path.basename(folder),
      publicPath,
      filename: `${assets}[name].[contenthash].js`,
      chunkFilename: `${assets}[name].[contenthash].js`,
      cssFilename: `${assets}[name].[contenthash].css`,
      cssChunkFilename: `${assets}[name].[contenthash].css`,
      assetModuleFilename: `${assets}[name].[contenthash][ext]`,
    },
    // The federation runtime as the plugin resolves it, without the portal's aliases.
    resolve: { ...base.resolve, alias: {} },
    module: {
      ...base.module,
      rules: [
        // MUI as its documentation imports it first; only then "share @mui/material" means what it says.
        { test: /libs\/ui\/src\/.*\.tsx?$/, enforce: 'pre', loader: path.join(BENCH, 'src/builds/barrel-imports.cjs') },
        ...(base.module?.rules ?? []),
      ],
    },
    // Without integrity of chunks, which the documentation does not have either.
    plugins: [compressed('main')],
  };
}
