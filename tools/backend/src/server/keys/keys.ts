import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { StartRefused } from '../refusal';

/** Every secret of one machine's backend. They are worthless elsewhere. */
export type Keys = Readonly<z.infer<typeof keysSchema>>;

const keysSchema = z.object({
  /** Signs access tokens (HS256). */
  jwtSecret: z.string().min(32),
  /** The key that browsers send. */
  publishableKey: z.string().startsWith('sb_publishable_').min(40),
  /** The key that bypasses row level security; for functions and tools alone. */
  secretKey: z.string().startsWith('sb_secret_').min(40),
  /** For the payment sandbox, whose address is accepted only together with a test key. */
  stripeSecretKey: z.string().startsWith('sk_test_'),
  /** Signs the sandbox's webhooks. */
  stripeWebhookSecret: z.string().startsWith('whsec_'),
  /** What a sender shows to the mail inbox (header `x-mail-key`). */
  mailKey: z.string().min(32),
});

const VARIABLES = {
  jwtSecret: 'SUPABASE_JWT_SECRET',
  publishableKey: 'SUPABASE_PUBLISHABLE_KEY',
  secretKey: 'SUPABASE_SECRET_KEY',
  stripeSecretKey: 'STRIPE_SECRET_KEY',
  stripeWebhookSecret: 'STRIPE_WEBHOOK_SECRET',
  mailKey: 'MAIL_KEY',
} as const satisfies Record<keyof Keys, string>;

const HEADER =
  '# Made on the first start for this machine alone. Do not commit, do not share; without it new keys are made.\n';

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/** A key in Supabase's format: kind, 22 random characters, 8 characters of checksum. */
function apiKey(kind: 'publishable' | 'secret'): string {
  const body = `sb_${kind}_${random(17).slice(0, 22)}`;
  const checksum = createHash('sha256').update(`supabase-self-hosted|${body}`).digest('base64url').slice(0, 8);
  return `${body}_${checksum}`;
}

function generate(): Keys {
  return {
    jwtSecret: random(48),
    publishableKey: apiKey('publishable'),
    secretKey: apiKey('secret'),
    stripeSecretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    stripeWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    mailKey: random(32),
  };
}

const names = Object.keys(VARIABLES) as (keyof Keys)[];

/**
 * Reads the keys of a data folder (`<dataDir>/env`, readable by its owner alone) and makes missing ones.
 *
 * @throws {@link StartRefused} when a value in the file cannot be used.
 */
export function loadKeys(dataDir: string): Keys {
  const file = path.join(dataDir, 'env');
  const stored = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const fresh = generate();
  const parsed = keysSchema.safeParse(
    Object.fromEntries(names.map((name) => [name, stored[VARIABLES[name]] ?? fresh[name]])),
  );
  if (!parsed.success) {
    const name = names.find((candidate) => candidate === parsed.error.issues[0]?.path[0]);
    throw new StartRefused(
      `${name ? VARIABLES[name] : 'A key'} in ${file} cannot be used.`,
      'Remove the line: the next start makes a new one (a new SUPABASE_JWT_SECRET signs all users out).',
    );
  }
  const keys = parsed.data;
  if (names.some((name) => stored[VARIABLES[name]] !== keys[name])) {
    mkdirSync(dataDir, { recursive: true });
    const lines = names.map((name) => `${VARIABLES[name]}=${keys[name]}\n`);
    const draft = `${file}.${process.pid}.new`;
    writeFileSync(draft, HEADER + lines.join(''), { mode: 0o600 });
    renameSync(draft, file);
  }
  chmodSync(file, 0o600);
  return keys;
}
