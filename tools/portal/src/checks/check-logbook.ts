/**
 * `npm run check-logbook -w @nemus/portal`: checks whether a step of a logbook, or a confirmed entry, was changed,
 * removed or inserted, also against the heads that were signed and kept outside the database. `-- --sign` signs the
 * present heads of sound logbooks: daily, by a job. It reads the local portal while `npm start` runs, or another one
 * with SUPABASE_URL and SUPABASE_SECRET_KEY. Heads: NEMUS_HEADS_STORE (`s3://…` or a folder), NEMUS_OPERATOR_KEY to
 * sign, NEMUS_TRUST with the operators' public keys. Exits with 0 when all logbooks are sound, with 1 when not, with 2
 * when the check could not run.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadKeys } from '@nemus/backend';
import { localOperator, openFileStore, openKey, openS3Store, readOperatorKeys } from '@nemus/release';
import { z } from 'zod';
import { addressesOf } from '../serve/addresses';
import { readSettings } from '../serve/settings';
import { checkLogbook } from './logbook-check';

const named = z.string().min(1).optional();
const environment = z
  .object({
    SUPABASE_URL: z.url().optional(),
    SUPABASE_SECRET_KEY: named,
    NEMUS_HEADS_STORE: named,
    NEMUS_OPERATOR_KEY: named,
    NEMUS_TRUST: named,
  })
  .parse(process.env);

/** The store of another portal's heads, and the operators' keys; undefined when no store is named. */
async function openHeads(sign: boolean) {
  const { NEMUS_HEADS_STORE: place, NEMUS_OPERATOR_KEY: key, NEMUS_TRUST: trust } = environment;
  if (place === undefined) {
    if (sign) throw new Error('NEMUS_HEADS_STORE is missing.');
    return {};
  }
  if (/^https?:/.test(place)) throw new Error('NEMUS_HEADS_STORE has to be outside the database: s3://… or a folder.');
  const keys = trust === undefined ? null : await readOperatorKeys(trust);
  if (keys === null) throw new Error('NEMUS_TRUST names no file with the keys of the operators.');
  if (sign && key === undefined) throw new Error('NEMUS_OPERATOR_KEY is missing.');
  return {
    kept: { store: place.startsWith('s3://') ? openS3Store(place) : openFileStore(place), keys },
    ...(sign && key !== undefined ? { signer: (await openKey(key)).signer } : {}),
  };
}

async function run(): Promise<number> {
  const { sign = false } = parseArgs({ options: { sign: { type: 'boolean' } } }).values;
  const settings = readSettings();
  const isLocal = environment.SUPABASE_URL === undefined;
  const { signer, keys } = isLocal ? await localOperator(settings.dataDir) : { signer: undefined, keys: [] };
  const heads = isLocal
    ? { kept: { store: openFileStore(path.join(settings.dataDir, 'store')), keys }, ...(sign ? { signer } : {}) }
    : await openHeads(sign);
  const { lines, sound } = await checkLogbook({
    url: environment.SUPABASE_URL ?? addressesOf(settings).api,
    secretKey: environment.SUPABASE_SECRET_KEY ?? loadKeys(settings.dataDir).secretKey,
    ask: fetch,
    ...heads,
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  return sound ? 0 : 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(
    `The logbooks could not be checked: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}
