import path from 'node:path';
import { namedKeysFile } from '@nemus/release';
import { z } from 'zod';
import { listen, type Answer, type Certificate, type RunningServer } from './listen';
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
  /**
   * Address of the backend, to be reached under this origin: requests for it are handed on, and the configuration names
   * this origin in its place. Left out, pages ask the address of the configuration.
   */
  readonly api?: string | undefined;
  /** Keys of the areas, for a file of its own beside the configuration, as production has it with many areas. */
  readonly trustedKeys?: object;
  /** Left out, scripts that break the rules are refused. */
  readonly scripts?: HeaderOptions['scripts'];
  /** For development: addresses at which pages hear of new builds. */
  readonly sockets?: readonly string[] | undefined;
  /** For https, by HTTP/2 where a browser knows it. */
  readonly tls?: Certificate | undefined;
}

/** The file of keys, and how the configuration names it. */
async function keyFile(trustedKeys: object) {
  const text = JSON.stringify(trustedKeys);
  return { text, file: await namedKeysFile(text) };
}

const backendSchema = z.looseObject({
  supabase: z.looseObject({ url: z.string() }),
  telemetryUrl: z.string().optional(),
});

/** The configuration of a portal whose backend is reached under its own origin. */
export function throughOrigin(config: unknown, origin: string) {
  const { supabase, telemetryUrl, ...rest } = backendSchema.parse(config);
  const reports = telemetryUrl?.startsWith(`${supabase.url}/`)
    ? origin + telemetryUrl.slice(supabase.url.length)
    : telemetryUrl;
  return { ...rest, supabase: { ...supabase, url: origin }, ...(reports !== undefined && { telemetryUrl: reports }) };
}

/**
 * Serves the portal's page with the headers that production needs: a strict Content-Security-Policy, no framing, no
 * sniffing. Every navigation gets the page, since the shell does the routing; other requests for a missing file get
 * 404.
 */
export async function startShellServer(options: ShellServerOptions): Promise<RunningServer> {
  const root = path.join(options.build, 'site');
  const keys = options.trustedKeys && (await keyFile(options.trustedKeys));
  // A shell that is not built is a mistake of the start, not of the first visitor.
  await readPageHashes(options.build);
  const secure = options.tls !== undefined;
  const answer: Answer = async (request, response) => {
    const told: unknown = await options.config();
    const origin = `${secure ? 'https' : 'http'}://localhost:${request.socket.localPort}`;
    const config = options.api === undefined ? told : throughOrigin(told, origin);
    // Made with every answer, since a build while developing may change the inline script.
    const hashes = await readPageHashes(options.build);
    const scripts = options.scripts ?? 'enforce';
    const portal = options.api === undefined ? undefined : origin;
    const page = pageHeaders({ config, hashes, scripts, secure, portal, sockets: options.sockets });
    const shown = keys ? { ...z.looseObject({}).parse(config), trustedKeysFile: keys.file } : config;
    const backend = options.api !== undefined;
    await answerFrom(shellSite({ page, secure, backend, keysFile: keys?.file.path }), request, response, {
      root,
      api: options.api,
      secure,
      others: options.content === undefined ? {} : { '/content/': options.content },
      made: { '/config.json': JSON.stringify(shown), ...(keys ? { [keys.file.path]: keys.text } : {}) },
    });
  };
  return listen(options.port, answer, options.tls);
}
