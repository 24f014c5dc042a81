import path from 'node:path';
import { namedKeysFile } from '@nemus/release';
import { z } from 'zod';
import { listen, type RunningServer } from './listen';
import { answerFrom } from './answer';
import { pageHeaders, type HeaderOptions } from './page-headers';
import { readPageHashes } from './page-hashes';
import { shellSite } from './site';

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
  /** For development: addresses at which pages hear of new builds. */
  readonly sockets?: readonly string[] | undefined;
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
  const root = path.join(options.build, 'site');
  const keys = options.trustedKeys && (await keyFile(options.trustedKeys));
  // A shell that is not built is a mistake of the start, not of the first visitor.
  await readPageHashes(options.build);
  return listen(options.port, async (request, response) => {
    const config: unknown = await options.config();
    // Made with every answer, since a build while developing may change the inline script.
    const hashes = await readPageHashes(options.build);
    const scripts = options.scripts ?? 'enforce';
    const page = pageHeaders({ config, hashes, scripts, secure: false, sockets: options.sockets });
    const shown = keys ? { ...z.looseObject({}).parse(config), trustedKeysFile: keys.file } : config;
    await answerFrom(shellSite({ page, secure: false, keysFile: keys?.file.path }), request, response, {
      root,
      others: options.content === undefined ? {} : { '/content/': options.content },
      made: { '/config.json': JSON.stringify(shown), ...(keys ? { [keys.file.path]: keys.text } : {}) },
    });
  });
}
