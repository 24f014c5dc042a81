import { digestOf, trustedKeysSchema, type TrustedKeys } from '@nemus/registry';
import { z } from 'zod';
import { parseJson } from '../parse-json';
import { Refusal } from '../refusal';
import { filesOfPage } from './page-files';
import { portalOrigin } from './portal-address';
import { openPortalReader, READ_LIMITS, type PortalFile, type PortalReader, type ReadLimits } from './portal-reader';

const address = z.url({ protocol: /^https?$/ });

/** What of a deployed `/config.json` is used here; everything else is handed on as it is. */
const configSchema = z.looseObject({
  environment: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  storeUrl: address,
  registryUrl: address,
  supabase: z.looseObject({ url: address, publishableKey: z.string().min(1).optional() }),
  stops: z.looseObject({ url: address }).optional(),
  telemetryUrl: address.optional(),
  trustedKeys: trustedKeysSchema.default({}),
  trustedKeysFile: z.object({ path: z.string(), digest: z.string() }).optional(),
});
export type DeployedConfig = z.infer<typeof configSchema>;

/** The shell that users of one portal have. */
export interface DeployedShell {
  /** Origin of the portal. */
  readonly origin: string;
  /**
   * Digest of the page. The page names the hashes of its start files, and those the hashes of every later script: two
   * portals with the same id run the same code.
   */
  readonly id: string;
  /** The page, with its headers. */
  readonly page: PortalFile;
  readonly config: DeployedConfig;
  /** Keys that the portal pins. */
  readonly trustedKeys: TrustedKeys;
  /** How many files the page names by their hash, all of them compared. */
  readonly compared: number;
  /** Another file of the portal; compared files are not fetched again. `null` when it does not exist. */
  read(path: string): Promise<PortalFile | null>;
}

/**
 * Downloads the deployed shell and checks it: every script and style has the hash that the page names, the file of keys
 * the digest of the configuration, and, with `expected`, the page itself is the expected one. That the page is the
 * portal's is guaranteed by https alone.
 *
 * @param options `expected`: id of the shell that must be there.
 */
export async function openDeployedShell(
  portal: string,
  { expected, limits = READ_LIMITS }: { expected?: string | undefined; limits?: ReadLimits } = {},
): Promise<DeployedShell> {
  const origin = portalOrigin(portal);
  const reader = openPortalReader(origin, limits);
  const known = new Map<string, Promise<PortalFile | null>>();
  const read = (path: string) => {
    const file = known.get(path) ?? reader.read(path);
    known.set(path, file);
    return file;
  };
  const page = await required(origin, reader, '/');
  const id = await digestOf(page.bytes);
  if (expected !== undefined && expected !== id) {
    throw new Refusal(
      'portal',
      `${origin} serves the shell ${id}.`,
      'Name the shell that users have, or wait for it.',
      {
        details: [`Expected is ${expected}.`],
      },
    );
  }
  const compared = await compareFiles(origin, Buffer.from(page.bytes).toString(), read);
  const config = await readConfig(origin, reader);
  return { origin, id, page, config, trustedKeys: await keysOf(origin, config, read), compared, read };
}

async function compareFiles(origin: string, page: string, read: DeployedShell['read']): Promise<number> {
  const named = filesOfPage(page);
  const problems = await Promise.all(
    named.map(async ({ href, integrity }) => {
      if (integrity === null) return `${href} is named without a hash.`;
      const file = await read(href);
      if (!file) return `${href} is not there.`;
      // A page may name several hashes, of which the strongest counts; ours names this one.
      return (await digestOf(file.bytes)) === integrity ? null : `${href} has not the hash that the page names.`;
    }),
  );
  const details = problems.filter((problem) => problem !== null);
  if (named.length > 0 && details.length === 0) return named.length;
  const summary =
    named.length > 0 ? `${origin} serves another shell than its page names.` : `${origin} serves no shell.`;
  throw new Refusal('portal', summary, 'Look at what is deployed there: browsers refuse it as well.', { details });
}

/** Reads the configuration of a portal. */
export async function readConfig(origin: string, reader: PortalReader): Promise<DeployedConfig> {
  const { bytes } = await required(origin, reader, '/config.json');
  const parsed = configSchema.safeParse(parseJson(Buffer.from(bytes).toString()));
  if (parsed.success) return parsed.data;
  throw new Refusal('portal', `${origin}/config.json is no configuration.`, 'Look at what is deployed there.', {
    details: [z.prettifyError(parsed.error)],
  });
}

async function keysOf(origin: string, config: DeployedConfig, read: DeployedShell['read']): Promise<TrustedKeys> {
  const { trustedKeys, trustedKeysFile } = config;
  if (!trustedKeysFile) return trustedKeys;
  const file = await read(trustedKeysFile.path);
  const isTheOne = file !== null && (await digestOf(file.bytes)) === trustedKeysFile.digest;
  const parsed = trustedKeysSchema.safeParse(isTheOne ? parseJson(Buffer.from(file.bytes).toString()) : null);
  if (parsed.success) return parsed.data;
  const summary = `${origin}${trustedKeysFile.path} is not the file of keys that the configuration names.`;
  throw new Refusal('portal', summary, 'Look at what is deployed there: browsers refuse it as well.');
}

async function required(origin: string, reader: PortalReader, path: string): Promise<PortalFile> {
  const file = await reader.read(path);
  if (file) return file;
  throw new Refusal('portal', `${origin}${path} is not there.`, 'Name the address of a portal.');
}
