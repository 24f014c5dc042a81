import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { missingSettings, type Environment } from '../_shared/environment.ts';
import { logError } from '../_shared/log.ts';

const count = z.number();
const label = z.string();
const databaseSchema = z.object({
  queues: z.array(z.object({ queue: label, waiting: count, failed: count, oldest_seconds: count })),
  jobs: z.array(z.object({ job: label, late_seconds: count })),
  refunds: z.object({ owed: count, cents: count, held: count, oldest_seconds: count }),
  set_aside: count,
  reports: z.array(
    z.object({
      environment: label,
      remote: label,
      version: label,
      kind: label,
      name: label,
      detail: label,
      times: count,
    }),
  ),
  signatures: z.array(z.object({ environment: label, remote: label, expires_at: label })),
});
type DatabaseFigures = z.infer<typeof databaseSchema>;
type Signature = DatabaseFigures['signatures'][number];

/** Of registry and stop list, only what says when they expire: their schema is the shell's business. */
const signed = z.object({ signature: z.object({ expiresAt: label }) });
const registrySchema = z.object({
  environment: label,
  remotes: z.array(z.union([signed.extend({ name: label }), z.looseObject({ signature: z.undefined() })])),
});
const stopsSchema = z.object({ environment: label, expiresAt: label });

/** What is measured; null: it did not answer. */
export interface Figures {
  readonly database: DatabaseFigures | null;
  /** Whether the release store answers; undefined without its address. */
  readonly store: boolean | undefined;
  readonly signatures: readonly Signature[];
  readonly missing: readonly string[];
}

const WITHIN_MS = 5_000;

async function readDocument<T>(url: string, schema: z.ZodType<T>): Promise<T | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null);
  return answer?.ok ? (schema.safeParse(await answer.json().catch(() => null)).data ?? null) : null;
}

/** A store in a folder or a bucket is known to browsers alone, so it is asked as they ask. */
async function readStore({ registryUrl }: Environment): Promise<Pick<Figures, 'store' | 'signatures'>> {
  if (registryUrl === undefined) return { store: undefined, signatures: [] };
  const [registry, stops] = await Promise.all([
    readDocument(registryUrl, registrySchema),
    readDocument(registryUrl.replace(/\.json$/, '.stops.json'), stopsSchema),
  ]);
  const entries = (registry?.remotes ?? []).flatMap((entry) =>
    entry.signature && registry
      ? [{ environment: registry.environment, remote: String(entry.name), expires_at: entry.signature.expiresAt }]
      : [],
  );
  const list = stops ? [{ environment: stops.environment, remote: '*', expires_at: stops.expiresAt }] : [];
  return { store: registry !== null, signatures: [...entries, ...list] };
}

/** Measures the portal. A part that does not answer says so, and hides no other. */
export async function readFigures(environment: Environment): Promise<Figures> {
  const database = openDatabase(environment).call('nemus_metrics', {}, databaseSchema);
  const [read, store] = await Promise.all([
    database.catch((error: unknown) => {
      logError(error);
      return null;
    }),
    readStore(environment),
  ]);
  const known = new Map(
    [...(read?.signatures ?? []), ...store.signatures].map((each) => [`${each.environment} ${each.remote}`, each]),
  );
  return { database: read, ...store, signatures: [...known.values()], missing: missingSettings() };
}
