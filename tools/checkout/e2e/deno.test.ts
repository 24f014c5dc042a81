/** The function files as Deno reads them, which is what a hosted project runs them on; purchases.test.ts has each served. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { checkWithDeno, functionNames } from '../../backend/src/server/functions/deno';

// Ten seconds of one core for a set of packages, with other tests beside it.
jest.setTimeout(240_000);

const FOLDER = path.join(__dirname, '../../../supabase/functions');
const configSchema = z.object({ imports: z.record(z.string(), z.string()) });

/** Functions by the packages of their `deno.json`: those of one set are checked in one run. */
function byPackages(): [packages: string, names: [string, ...string[]]][] {
  const sets = new Map<string, [string, ...string[]]>();
  for (const name of functionNames()) {
    const { imports } = configSchema.parse(JSON.parse(readFileSync(path.join(FOLDER, name, 'deno.json'), 'utf8')));
    const set = Object.keys(imports).toSorted().join(', ');
    const others = sets.get(set);
    if (others) others.push(name);
    else sets.set(set, [name]);
  }
  return [...sets];
}

test.each(byPackages())('no mistake in the types of functions with %s', async (_packages, names) => {
  await expect(checkWithDeno(names)).resolves.toBeUndefined();
});
