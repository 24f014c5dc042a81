import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Root of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);

const onOff = z
  .enum(['on', 'off'])
  .default('on')
  .transform((value) => value === 'on');

const environmentSchema = z
  .object({
    NEMUS_PORTAL_PORT: port(4200),
    NEMUS_STORE_PORT: port(4210),
    NEMUS_API_PORT: port(54_321),
    NEMUS_MAIL_PORT: port(54_324),
    NEMUS_CHECKOUT_PORT: port(4242),
    NEMUS_DATA_DIR: z.string().min(1).default('.nemus'),
    NEMUS_SUPPORT_EMAIL: z.email().default('support@nemus.example'),
    NEMUS_SAMPLE_DATA: onOff,
    NEMUS_CATALOGUE: onOff,
    NEMUS_EARLY_START: onOff,
    NEMUS_WORKER: onOff,
    NEMUS_RATE_LIMITS: onOff,
    NEMUS_FUNCTIONS: z.enum(['node', 'deno']).default('node'),
    NEMUS_OVERRIDE_ORIGINS: z
      .string()
      .default('http://localhost:4300')
      .transform((list) => list.split(',').filter((origin) => origin !== ''))
      .pipe(z.array(z.url({ protocol: /^https?$/ }))),
    DB_URL: z.string().startsWith('postgres').optional(),
  })
  .transform((values) => ({
    ports: {
      portal: values.NEMUS_PORTAL_PORT,
      store: values.NEMUS_STORE_PORT,
      api: values.NEMUS_API_PORT,
      mail: values.NEMUS_MAIL_PORT,
      checkout: values.NEMUS_CHECKOUT_PORT,
    },
    /** Absolute path of the data folder. */
    dataDir: path.resolve(ROOT, values.NEMUS_DATA_DIR),
    supportEmail: values.NEMUS_SUPPORT_EMAIL,
    /** New accounts receive the sample set. */
    sampleData: values.NEMUS_SAMPLE_DATA,
    /** A new database has the seed's catalogue and courses. */
    catalogue: values.NEMUS_CATALOGUE,
    /** Prefetches what will be needed (docs/start.md). */
    earlyStart: values.NEMUS_EARLY_START,
    /** Returning visitors are answered from their device (docs/decisions/0021). */
    worker: values.NEMUS_WORKER,
    /** Sign-in and mail limits as a hosted project has them; tests lift them. */
    rateLimits: values.NEMUS_RATE_LIMITS,
    /** What runs the functions. */
    functions: values.NEMUS_FUNCTIONS,
    /** Origins of teams' own builds, for overrides. */
    overrideOrigins: values.NEMUS_OVERRIDE_ORIGINS,
    /** A real Postgres instead of the embedded one. */
    dbUrl: values.DB_URL,
  }));

/** Where the portal listens and keeps its data on this machine. */
export type PortalSettings = Readonly<z.infer<typeof environmentSchema>>;

/** Wrong value of an environment variable, in one readable sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads the settings from the environment; throws {@link SettingsError} that names the variable and the value. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): PortalSettings {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw new SettingsError(`${name}="${environment[name]}" cannot be used: ${issue?.message}.`);
  }
  return parsed.data;
}
