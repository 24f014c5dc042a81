/** The function files as Deno reads them, which is what a hosted project runs them on; purchases.test.ts has them served. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { checkWithDeno, loadWithDeno } from './deno-process';

jest.setTimeout(60_000);

const ROOT = path.resolve(__dirname, '../../..');
const NAMES = readdirSync(path.join(ROOT, 'supabase/functions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name);
const importsSchema = z.object({ imports: z.record(z.string(), z.string()) });
const versionSchema = z.object({ version: z.string() });

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

test.each(NAMES)('%s pins exactly what is installed', (name) => {
  const { imports } = importsSchema.parse(readJson(`supabase/functions/${name}/deno.json`));
  const installed = Object.keys(imports).map((imported) => {
    // A package, and perhaps a part of it: `libphonenumber-js/mobile`.
    const [, pkg = imported, part = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(imported) ?? [];
    const { version } = versionSchema.parse(readJson(`node_modules/${pkg}/package.json`));
    return [imported, `npm:${pkg}@${version}${part}`];
  });
  expect(imports).toEqual(Object.fromEntries(installed));
});

test('no function has a mistake in its types', async () => {
  await expect(checkWithDeno(NAMES)).resolves.toBeUndefined();
});

test('the pinned imports are found', async () => {
  await expect(loadWithDeno('stripe-webhook')).resolves.toBeUndefined();
});
