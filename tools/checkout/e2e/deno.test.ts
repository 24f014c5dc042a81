/** The same function files under Deno, which is what a hosted project runs them on. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { describeAccess } from './access';
import { describeCourses } from './courses';
import { checkWithDeno, loadWithDeno } from './deno-process';
import { describeEvents } from './events';
import { describeMails } from './mails';
import { openMarket, type Market } from './market';
import { describeSubscriptions } from './subscriptions';

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

describe('served by Deno', () => {
  let market: Market;
  beforeAll(async () => {
    market = await openMarket('deno');
  }, 180_000);
  afterEach(() => market.control('DELETE', '/faults'));
  afterAll(() => market.close());

  describe('access', () => {
    describeAccess(() => market);
  });
  describe('subscriptions', () => {
    describeSubscriptions(() => market);
  });
  // Signature, money and mails by another runtime; what is told when is the same code, which `npm test` runs on Node.
  if (process.env['NEMUS_SOAK'] === '1') {
    describe('courses', () => {
      describeCourses(() => market);
    });
    describe('events', () => {
      describeEvents(() => market);
    });
    describe('mails', () => {
      describeMails(() => market);
    });
  }
});
