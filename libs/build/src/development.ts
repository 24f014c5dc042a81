import path from 'node:path';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import type { Configuration, RuleSetRule } from '@rspack/core';
import { BuildReportPlugin } from './build-report-plugin';
import { HotIntegrityPlugin } from './hot-integrity-plugin';

/** Puts React Refresh into the page, for the shell and for areas. */
export const REFRESH_ENTRY = path.resolve(import.meta.dirname, '../runtime/refresh.mjs');

/** What libraries bring along that no release may have. */
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

/** Where the federation finds the page's one React Refresh runtime, for the area of a name. */
function refreshOf(area: string): string {
  return `var nemusRefresh(${JSON.stringify(area)})`;
}

/** What shell and areas add while `rspack serve` serves them. */
export function developmentPlugins({ isShell }: { isShell: boolean }): NonNullable<Configuration['plugins']> {
  return [
    // Areas come when React is there already: the shell's entry is the one that must be first.
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
 * The development server of one app. It tells pages about new builds and serves none of them: pages, releases and
 * changes come from the portal's own servers, under the headers of production, which read what is written to disk.
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
    // It would write markup and styles, which the page's policies refuse; errors stand in the terminal and the console.
    overlay: false,
    logging: 'warn',
  },
} satisfies Configuration['devServer'];
