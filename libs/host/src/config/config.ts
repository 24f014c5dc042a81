import { integritySchema, trustedKeySchema, trustedKeysSchema } from '@nemus/registry';
import { z } from 'zod';
import { CONFIG_PATH } from '@nemus/start';
import { CONFIG_MS } from '@nemus/start/limits';

const webAddress = z.url({ protocol: /^https?$/ });
/** A file of the shell's own origin; texts of other origins would also be refused by the Content-Security-Policy. */
const ownFile = z.string().regex(/^\/(?!\/)/, 'A path on the portal\'s own origin that starts with "/".');

/**
 * `/config.json`: everything that differs between environments. One build of the shell runs in all of them. Unknown
 * fields are ignored, so a configuration can be newer than the shell.
 */
export const portalConfigSchema = z
  .object({
    environment: z.string().regex(/^[a-z0-9-]+$/),
    supabase: z.object({
      /** Base address of the project. */
      url: webAddress.transform((url) => url.replace(/\/+$/, '')),
      /** Public by nature: row level security controls access. */
      publishableKey: z.string().min(1),
    }),
    /** Root of the release store. */
    storeUrl: webAddress.transform((url) => (url.endsWith('/') ? url : `${url}/`)),
    registryUrl: webAddress,
    supportEmail: z.email(),
    /** Texts of the legal pages, in the Markdown subset of `@nemus/ui`. */
    content: z.object({
      impressum: ownFile,
      datenschutz: ownFile,
      barrierefreiheit: ownFile,
      agb: ownFile,
      widerrufsbelehrung: ownFile,
    }),
    trustedKeys: trustedKeysSchema.default({}),
    /** The same in a separate file, for a portal with many areas: browsers cache it until its digest changes. */
    trustedKeysFile: z.object({ path: ownFile, digest: integritySchema }).optional(),
    /**
     * The list of what operators have stopped. What one of these keys signed overrides the registry in browsers. Its
     * address may be on another server than the store's.
     */
    stops: z
      .object({
        url: webAddress,
        keys: z.array(trustedKeySchema).min(1),
        /** Without a valid list, no area opens; by default areas that were not stopped stay open. */
        required: z.boolean().default(false),
      })
      .optional(),
    /** Further origins that an override may point to; the Content-Security-Policy must allow them. */
    overrideOrigins: z
      .array(
        webAddress.refine(
          (url) => z.url().safeParse(url).success && new URL(url).origin === url,
          'An origin without a path, such as "http://localhost:4300".',
        ),
      )
      .default([]),
    /** Whether resources are requested before they are needed (docs/start.md). */
    earlyStart: z.boolean().default(true),
    /** Whether returning visitors get the portal from a service worker (docs/decisions/0021); `false` removes it. */
    worker: z.boolean().default(true),
    /** Where error reports are sent; without it they stay in the browser. */
    telemetryUrl: webAddress.optional(),
  })
  .refine(({ trustedKeys, trustedKeysFile }) => !trustedKeysFile || Object.keys(trustedKeys).length === 0, {
    path: ['trustedKeysFile'],
    message: 'Keys stand either here or in trustedKeys.',
  });
export type PortalConfig = z.infer<typeof portalConfigSchema>;

/** The configuration cannot be used. The message is for the operator, in English. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One line per problem. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: { cause?: unknown }) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** The server was not reached, or said itself that it cannot answer now: there may well be a configuration. */
export class UnreachableError extends ConfigError {}

/** What a server, or one before it, answers that cannot be reached for the moment. */
const DOWN = [502, 503, 504];

/**
 * Reads and checks the configuration. Rejects with a {@link ConfigError} that names every wrong field, or with an
 * {@link UnreachableError}.
 */
export async function loadConfig(send: typeof fetch = fetch): Promise<PortalConfig> {
  return parseConfig(readJson(await readText(send)));
}

/**
 * The configuration in what `/config.json` answers, for the shell and for the programs that prepare its server. Throws
 * a {@link ConfigError} with one line for each missing or wrong field.
 */
export function parseConfig(body: unknown): PortalConfig {
  const parsed = portalConfigSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${CONFIG_PATH}: ${path.join('.')}: ${message}`);
  throw new ConfigError(problems, { cause: parsed.error });
}

async function readText(send: typeof fetch): Promise<string> {
  try {
    const answer = await send(CONFIG_PATH, { signal: AbortSignal.timeout(CONFIG_MS) });
    if (answer.ok) return await answer.text();
    const kind = DOWN.includes(answer.status) ? UnreachableError : ConfigError;
    throw new kind([`${CONFIG_PATH}: the server answered with status ${answer.status}.`]);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const late = cause instanceof DOMException && cause.name === 'TimeoutError';
    const reason = late ? `was not answered within ${CONFIG_MS / 1_000} s` : 'could not be fetched';
    throw new UnreachableError([`${CONFIG_PATH} ${reason}.`], { cause });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigError([`${CONFIG_PATH} is not JSON.`], { cause });
  }
}
