import { ConfigError, parseConfig } from '@nemus/host/config/config';
import { z } from 'zod';
import { pageHeaders, shellSite, storeSite, type Site } from '../serve/servers';
import { serverPath } from './values';

/** The address of one site, and the folder of its files on the server. */
export interface DeployedSite {
  readonly name: 'portal' | 'store';
  readonly site: Site;
  readonly secure: boolean;
  /** As certificates name it. */
  readonly host: string;
  readonly port: number;
  readonly root: string;
  /** Files outside of `root`, by their path. */
  readonly files: Readonly<Record<string, string>>;
  readonly certificate: Certificate | null;
  /** Where the backend is that the site hands requests on to; null where it hands on none. */
  readonly backend: Backend | null;
  /** The file of requests, one JSON object a line; null: none. */
  readonly log: string | null;
}

/** The backend, as the server in front of it finds it. */
export interface Backend {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
}

/** Certificate files; by default nginx looks in certbot's folder. */
export interface Certificate {
  readonly chain: string;
  readonly key: string;
}

export interface DeploymentOptions {
  /** What `/config.json` answers. */
  readonly config: unknown;
  readonly scripts: 'enforce' | 'report';
  /** Address of the portal, such as `https://portal.example`. */
  readonly portal: string;
  /**
   * Address of the backend, such as `https://project.supabase.co`, to be served under the portal's own; left out where
   * pages call it directly.
   */
  readonly api?: string | undefined;
  /** Folder of the shell's files (`apps/shell/dist/site`), on the server. */
  readonly siteFolder: string;
  /** Folder of the release store, on the server; left out if the store is elsewhere. */
  readonly storeFolder?: string | undefined;
  /** The file that `/config.json` answers with, on the server. */
  readonly configFile: string;
  readonly certificate?: Certificate | undefined;
  /** File on the server for its requests, without anything about people; left out: none is written. */
  readonly logFile?: string | undefined;
}

/** Variables with the hashes of the deployed pages, which `nemus-release deploy` writes for nginx. */
export const HASH_VARIABLES = ['nemus_scripts', 'nemus_styles'] as const;
const HASHES = { scriptHashes: [HASH_VARIABLES[0]], styleHashes: [HASH_VARIABLES[1]] };

const originSchema = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine(({ pathname, search, hash, username }) => pathname + search + hash + username === '/', {
    message: 'An origin alone is asked for: no path, no query, no account.',
  })
  // Only such names can be written to a configuration unescaped.
  .refine(({ hostname }) => /^[a-z0-9.-]+$/.test(hostname), {
    message: 'The host has to be a name, or an IPv4 address.',
  });

/** A file of keys can have any name for a browser, but not in the server's configuration. */
const keysFileSchema = z.object({ path: z.string().regex(/^\/[\w./-]+\.json$/) }).optional();

/** The sites of an operator's server. Throws when the configuration lacks fields, or names what cannot be served so. */
export function deployedSites(options: DeploymentOptions): DeployedSite[] {
  const config = parseConfig(options.config);
  if (Object.keys(config.trustedKeys).length === 0 && !config.trustedKeysFile) {
    throw new ConfigError(['/config.json: trustedKeys: Without a key, browsers run code that no team has signed.']);
  }
  const keysFile = keysFileSchema.parse(config.trustedKeysFile)?.path;
  const portal = originSchema.parse(options.portal);
  const secure = portal.protocol === 'https:';
  const backend = options.api === undefined ? null : backendOf(originSchema.parse(options.api), portal);
  const isNamed = new URL(config.supabase.url).origin === portal.origin;
  if (isNamed && !backend) throw new Error('config.json names the portal as its backend: say where that is (--api).');
  if (!isNamed && backend) throw new Error("With --api, supabase.url of config.json has to be the portal's address.");
  const { scripts } = options;
  const own = backend ? portal.origin : undefined;
  const page = pageHeaders({ config: options.config, hashes: HASHES, scripts, secure, portal: own });
  const certificate = options.certificate
    ? { chain: serverPath(options.certificate.chain), key: serverPath(options.certificate.key) }
    : null;
  const log = options.logFile === undefined ? null : serverPath(options.logFile);
  const shell: DeployedSite = {
    name: 'portal',
    site: shellSite({ page, secure, backend: backend !== null, keysFile }),
    secure,
    ...hostOf(portal),
    root: serverPath(options.siteFolder),
    files: { '/config.json': serverPath(options.configFile) },
    certificate,
    backend,
    log,
  };
  if (options.storeFolder === undefined) return [shell];
  const store = originSchema.parse(config.storeUrl);
  if (new URL(config.registryUrl).origin !== store.origin) throw new Error('The registry has to be in the store.');
  if (store.origin === portal.origin) throw new Error('The store has to be another origin than the portal.');
  const storeSecure = store.protocol === 'https:';
  const storeRoot = serverPath(options.storeFolder);
  return [
    shell,
    {
      name: 'store',
      site: storeSite({ secure: storeSecure }),
      secure: storeSecure,
      ...hostOf(store),
      root: storeRoot,
      files: {},
      certificate,
      backend: null,
      log,
    },
  ];
}

function backendOf(api: URL, portal: URL): Backend {
  if (api.origin === portal.origin) throw new Error('The backend has to be another server than the portal.');
  return { secure: api.protocol === 'https:', ...hostOf(api) };
}

function hostOf({ hostname, port, protocol }: URL) {
  return { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}
