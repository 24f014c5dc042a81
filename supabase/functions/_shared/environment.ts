import { z } from 'zod';

/** Where a function runs: hosted and under Deno the variables are Deno's, in the local backend Node's. */
interface Runtime {
  readonly Deno?: { readonly env: { get(name: string): string | undefined } };
  readonly process?: { readonly env: Readonly<Record<string, string | undefined>> };
}
const runtime: Runtime = globalThis;

/** A variable of the environment; undefined when it is missing or empty. */
export const variable = (name: string): string | undefined =>
  (runtime.Deno ? runtime.Deno.env.get(name) : runtime.process?.env[name]) || undefined;

/** A hosted project keeps its keys as JSON by name; functions use `default`. */
const namedKeysSchema = z.object({ default: z.string().min(1) });

function namedKey(name: string): string | undefined {
  const text = variable(name);
  if (!text) return undefined;
  try {
    return namedKeysSchema.parse(JSON.parse(text)).default;
  } catch (cause) {
    throw new Error(`${name} is not JSON with a key named "default".`, { cause });
  }
}

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));

const environmentSchema = z
  .object({
    supabaseUrl: address,
    publishableKey: z.string().min(1),
    secretKey: z.string().min(1),
    /** Address of the portal; also the only origin that browsers may call from. */
    siteUrl: address,
    /** Key of the payment provider; a portal without one sells nothing. */
    stripeSecretKey: z
      .string()
      .regex(/^(sk|rk)_(test|live)_/)
      .optional(),
    stripeWebhookSecret: z.string().startsWith('whsec_').optional(),
    /** Another host than Stripe's: the sandbox of this repository. */
    stripeApiBase: address.optional(),
    /** The mail service (`POST {to, subject, text, html, attachments?, headers?}`), and its key. */
    mailUrl: address.optional(),
    mailKey: z.string().min(1).optional(),
    /** Key of the SMS provider; without it no SMS leaves, and no number is taken. */
    smsKey: z.string().min(1).optional(),
    /** The sender of an SMS: networks allow eleven letters and digits. */
    smsSender: z
      .string()
      .regex(/^[A-Za-z0-9]{1,11}$/)
      .default('Nemus'),
    /** Countries to whose mobile numbers SMS go, the first for numbers without one: `DE,AT`. */
    smsCountries: z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2})*$/)
      .default('DE,AT,CH')
      .transform((list) => list.split(',')),
    /** Another host than the provider's: the sandbox of the local backend. */
    smsApiBase: address.optional(),
    /** Address for manual tasks, such as a withdrawal; without it no notification is sent. */
    supportEmail: z.email().optional(),
    /** Header in which the proxy before the functions writes the caller's network address; only that one is believed. */
    clientAddressHeader: z
      .string()
      .regex(/^[a-z0-9-]+$/i)
      .optional(),
    /** How many proxies add to that header; the first of them saw the caller. */
    clientAddressProxies: z.coerce.number().int().min(1).max(10).default(1),
    /** `registryUrl` of the portal's `config.json`: whether the release store answers, and when signatures expire. */
    registryUrl: address.optional(),
    /** A caller that has it reads the metrics; without one there are none. */
    metricsToken: z.string().min(20).optional(),
  })
  .refine(({ stripeApiBase, stripeSecretKey }) => !stripeApiBase || stripeSecretKey?.startsWith('sk_test_'), {
    message: 'STRIPE_API_BASE is accepted only together with a test key (sk_test_…).',
    path: ['stripeApiBase'],
  })
  .refine(({ smsApiBase, smsKey }) => !smsApiBase || smsKey?.startsWith('sandbox_'), {
    message: 'SMS_API_BASE is accepted only together with a key of the sandbox (sandbox_…).',
    path: ['smsApiBase'],
  });
export type Environment = z.infer<typeof environmentSchema>;

/** Settings without which something is off that a portal normally has. */
const USUAL = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MAIL_URL',
  'MAIL_KEY',
  'SUPPORT_EMAIL',
  'CLIENT_ADDRESS_HEADER',
  'REGISTRY_URL',
] as const;

/** Names of settings that are missing, though the functions run without them. */
export const missingSettings = (): readonly string[] => USUAL.filter((name) => variable(name) === undefined);

/**
 * Reads the settings of the functions. `SUPABASE_*` are set by a hosted project itself, the others are its secrets.
 *
 * @throws {Error} that names the missing or wrong setting, never the value
 */
export function readEnvironment(): Environment {
  const parsed = environmentSchema.safeParse({
    supabaseUrl: variable('SUPABASE_URL'),
    publishableKey:
      namedKey('SUPABASE_PUBLISHABLE_KEYS') ?? variable('SUPABASE_PUBLISHABLE_KEY') ?? variable('SUPABASE_ANON_KEY'),
    secretKey:
      namedKey('SUPABASE_SECRET_KEYS') ?? variable('SUPABASE_SECRET_KEY') ?? variable('SUPABASE_SERVICE_ROLE_KEY'),
    siteUrl: variable('SITE_URL'),
    stripeSecretKey: variable('STRIPE_SECRET_KEY'),
    stripeWebhookSecret: variable('STRIPE_WEBHOOK_SECRET'),
    stripeApiBase: variable('STRIPE_API_BASE'),
    mailUrl: variable('MAIL_URL'),
    mailKey: variable('MAIL_KEY'),
    smsKey: variable('SMS_KEY'),
    smsSender: variable('SMS_SENDER'),
    smsCountries: variable('SMS_COUNTRIES'),
    smsApiBase: variable('SMS_API_BASE'),
    supportEmail: variable('SUPPORT_EMAIL'),
    clientAddressHeader: variable('CLIENT_ADDRESS_HEADER'),
    clientAddressProxies: variable('CLIENT_ADDRESS_PROXIES'),
    registryUrl: variable('REGISTRY_URL'),
    metricsToken: variable('METRICS_TOKEN'),
  });
  if (!parsed.success) throw new Error(`The functions are not configured: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
