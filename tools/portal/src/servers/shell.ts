import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { namedKeysFile } from '@nemus/release';
import { z } from 'zod';
import { listen, type RunningServer } from './listen';
import type { LiveReload } from './live-reload';
import { commonHeaders, FILE_POLICY, pageHeaders, type HeaderOptions } from './page-headers';
import { readPageHashes } from './page-hashes';
import { findFile, sendFile } from './static-files';
import { requestPath } from './request-path';

/** What the shell's server serves. */
export interface ShellServerOptions {
  /** Output folder of the shell's build (`apps/shell/dist`): the page in `site/`, hashes in `csp.json`. */
  readonly build: string;
  /** Folder of the operator's public texts, served under `/content/`. */
  readonly content?: string;
  /** 0 takes a free one. */
  readonly port: number;
  /**
   * What `/config.json` answers; asked for each time, so that it may change while the server runs; may be a promise.
   * The page's headers let it reach the addresses in there, and no others.
   */
  readonly config: () => unknown;
  /** Keys of the areas, for a file of its own beside the configuration, as production has it with many areas. */
  readonly trustedKeys?: object;
  /** Left out, scripts that break the rules are refused. */
  readonly scripts?: HeaderOptions['scripts'];
  /** For development: loads open pages again when told to. */
  readonly liveReload?: LiveReload;
}

/** Somebody opens an address, which may hold a dot; scripts, styles and pictures ask for other types. */
function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true;
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** The file of keys, and how the configuration names it. */
async function keyFile(trustedKeys: object) {
  const text = JSON.stringify(trustedKeys);
  return { text, file: await namedKeysFile(text) };
}

/**
 * Serves the portal's page with the headers that production needs: a strict Content-Security-Policy, no framing, no
 * sniffing. Every address that somebody opens gets the page, since the shell routes by itself; a program that asks for a
 * file that is not there hears 404.
 */
export async function startShellServer(options: ShellServerOptions): Promise<RunningServer> {
  const site = path.join(options.build, 'site');
  const page = path.join(site, 'index.html');
  /** Made with every page, since a build while developing may change the inline script. */
  const headers = async () =>
    pageHeaders({
      config: await options.config(),
      hashes: await readPageHashes(options.build),
      scripts: options.scripts ?? 'enforce',
      secure: false,
    });
  const keys = options.trustedKeys && (await keyFile(options.trustedKeys));
  // A shell that is not built is a mistake of the start, not of the first visitor.
  await readPageHashes(options.build);
  return listen(options.port, async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    setHeaders(response, { ...commonHeaders({ secure: false }), 'Content-Security-Policy': FILE_POLICY });
    if (options.liveReload?.answer(request, response)) return;
    const pathname = requestPath(request);
    if (pathname === '/config.json') {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' });
      const config: unknown = await options.config();
      response.end(JSON.stringify(keys ? { ...z.looseObject({}).parse(config), trustedKeysFile: keys.file } : config));
      return;
    }
    if (keys && pathname === keys.file.path) {
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
      response.end(keys.text);
      return;
    }
    const content = pathname.startsWith('/content/') && options.content;
    const file = content
      ? await findFile(content, pathname.slice('/content'.length))
      : await findFile(site, pathname === '/' ? '/index.html' : pathname);
    if (file && file !== page) {
      await sendFile(request, response, file, pathname.startsWith('/assets/') ? 'immutable' : 'revalidate');
      return;
    }
    const isFile = path.extname(pathname) !== '' && (pathname.startsWith('/assets/') || !isNavigation(request));
    if (!file && (content || isFile)) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end('Not found\n');
      return;
    }
    setHeaders(response, await headers());
    if (options.liveReload) {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end(options.liveReload.addTo(await readFile(page, 'utf8')));
      return;
    }
    await sendFile(request, response, page, 'revalidate');
  });
}
