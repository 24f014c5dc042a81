/**
 * `npm run check-logbook -w @nemus/portal`: checks whether a step of a logbook, or a confirmed entry, was changed,
 * removed or inserted. It reads the local portal while `npm start` runs, or another one with SUPABASE_URL and
 * SUPABASE_SECRET_KEY. Exits with 0 when all logbooks are sound, with 1 when not, with 2 when the check could not run.
 */
import { loadKeys } from '@nemus/backend';
import { z } from 'zod';
import { addressesOf } from '../serve/addresses';
import { readSettings } from '../serve/settings';
import { checkLogbook } from './logbook-check';

const environment = z
  .object({ SUPABASE_URL: z.url().optional(), SUPABASE_SECRET_KEY: z.string().min(1).optional() })
  .parse(process.env);

async function run(): Promise<number> {
  const settings = readSettings();
  const { lines, sound } = await checkLogbook({
    url: environment.SUPABASE_URL ?? addressesOf(settings).api,
    secretKey: environment.SUPABASE_SECRET_KEY ?? loadKeys(settings.dataDir).secretKey,
    ask: fetch,
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
