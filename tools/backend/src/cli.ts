/**
 * Starts the backend alone: `node tools/backend/src/program/run.mjs tools/backend/src/cli.ts`. Prints one JSON line
 * when it is ready, and ends with Ctrl-C. `npm start` starts it together with the portal.
 */
import { z } from 'zod';
import { StartRefused } from './server/refusal';
import { startBackend, type BackendOptions } from './start/start';

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);
const toggle = z.enum(['on', 'off']).default('on');

const environmentSchema = z.object({
  NEMUS_API_PORT: port(54_321),
  NEMUS_MAIL_PORT: port(54_324),
  NEMUS_CHECKOUT_PORT: port(4242),
  NEMUS_DATA_DIR: z.string().min(1).default('.nemus'),
  NEMUS_SITE_URL: z.url().default('http://localhost:4200'),
  NEMUS_SAMPLE_DATA: toggle,
  NEMUS_CATALOGUE: toggle,
  NEMUS_RATE_LIMITS: toggle,
  NEMUS_FUNCTIONS: z.enum(['node', 'deno']).default('node'),
  NEMUS_PROJECT_DIR: z.string().min(1).optional(),
  NEMUS_MIGRATIONS_DIR: z.string().min(1).optional(),
  NEMUS_DISK_RESERVE_MB: z.coerce.number().int().min(0).default(64),
  NEMUS_SUPPORT_EMAIL: z.email().optional(),
  DB_URL: z.string().startsWith('postgres').optional(),
});

function readOptions(): BackendOptions {
  const parsed = environmentSchema.safeParse(process.env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartRefused(`${String(issue?.path[0])} cannot be used.`, `${issue?.message}.`);
  }
  const values = parsed.data;
  return {
    apiPort: values.NEMUS_API_PORT,
    mailPort: values.NEMUS_MAIL_PORT,
    checkoutPort: values.NEMUS_CHECKOUT_PORT,
    dataDir: values.NEMUS_DATA_DIR,
    siteUrl: values.NEMUS_SITE_URL,
    sampleData: values.NEMUS_SAMPLE_DATA === 'on',
    catalogue: values.NEMUS_CATALOGUE === 'on',
    rateLimits: values.NEMUS_RATE_LIMITS === 'on',
    functions: values.NEMUS_FUNCTIONS,
    dbUrl: values.DB_URL,
    diskReserve: values.NEMUS_DISK_RESERVE_MB * 1_048_576,
    ...(values.NEMUS_PROJECT_DIR ? { projectFolder: values.NEMUS_PROJECT_DIR } : {}),
    ...(values.NEMUS_SUPPORT_EMAIL ? { functionsEnv: { SUPPORT_EMAIL: values.NEMUS_SUPPORT_EMAIL } } : {}),
    ...(values.NEMUS_MIGRATIONS_DIR ? { migrationsFolder: values.NEMUS_MIGRATIONS_DIR } : {}),
  };
}

try {
  const backend = await startBackend(readOptions());
  const { apiUrl, mailUrl, publishableKey, secretKey } = backend;
  const seconds = Math.round(process.uptime() * 10) / 10;
  process.stdout.write(`${JSON.stringify({ apiUrl, mailUrl, publishableKey, secretKey, seconds })}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void backend.close().then(() => process.exit(0)));
  }
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
