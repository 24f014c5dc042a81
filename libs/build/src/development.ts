import path from 'node:path';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import type { Configuration, RuleSetRule } from '@rspack/core';
import { BuildReportPlugin } from './build-report-plugin';
import { HotIntegrityPlugin } from './hot-integrity-plugin';

/** Injects React Refresh into the page, for the shell and for areas. */
export const REFRESH_ENTRY = path.resolve(import.meta.dirname, '../runtime/refresh.mjs');

/** Parts of libraries that must not be in a release. */
export const DEVELOPMENT_RULES: readonly RuleSetRule[] = [
  {
    test: /node_modules[\\/](@rspack[\\/]dev-server[\\/]client|@module-federation[\\/]sdk)[\\/]/,
    loader: path.resolve(import.meta.dirname, 'code-from-text-loader.mjs'),
  },
  {
    test: /[\\/]src[\\/]pages[\\/].*\.tsx$/,
    exclude: /node_modules/,
    enforce: 'pre',
    loader: path.resolve(import.meta.dirname, 'page-refresh-loader.mjs'),
  },
];

/** Where the federation finds the page's only React Refresh runtime, for an area. */
function refreshOf(area: string): string {
  return `var nemusRefresh(${JSON.stringify(area)})`;
}

/** What shell and areas add under `rspack serve`. */
export function developmentPlugins({ isShell }: { isShell: boolean }): NonNullable<Configuration['plugins']> {
  return [
    // React has loaded before any area: the shell's entry is the one that must be first.
    new ReactRefreshRspackPlugin({ injectEntry: isShell }),
    new HotIntegrityPlugin(),
    new BuildReportPlugin(),
  ];
}

/** Modules that an area in development takes from the page. */
export function developmentExternals(area: string): NonNullable<Configuration['externals']> {
  return { 'react-refresh/runtime': refreshOf(area) };
}

/**
 * The development server of one app. It only notifies pages about new builds: the portal's own servers serve pages,
 * releases and updates from disk, with production headers.
 */
export const DEV_SERVER = {
  host: 'localhost',
  allowedHosts: 'auto',
  static: false,
  hot: true,
  liveReload: true,
  devMiddleware: { writeToDisk: true, publicPath: '/' },
  client: {
    webSocketURL: { hostname: 'localhost', protocol: 'ws' },
    // The overlay would insert markup and styles, which the page's policies refuse; errors are in the terminal and the
    // console.
    overlay: false,
    logging: 'warn',
  },
} satisfies Configuration['devServer'];
