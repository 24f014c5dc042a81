/**
 * `npm run bench:scale`: what grows with the number of areas and releases, and what does not. Writes
 * docs/benchmarks/scale.md. `--runs 5` for a quicker look.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApps } from '../../portal/src/serve/build';
import { startBenchPortal } from './browser/backend';
import { ROOT } from './builds/paths';
import { measureAreas } from './scale/areas';
import { measureReleaseWay } from './scale/release-way';
import { measureStore } from './scale/store';

const { values: options } = parseArgs({ options: { runs: { type: 'string' }, 'skip-build': { type: 'boolean' } } });
const runs = Number(options.runs ?? 9);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number, not "${options.runs}".`);

if (!options['skip-build']) await buildApps();
process.stdout.write('1,000 releases in a store …\n');
const store = await measureStore();
process.stdout.write(`${store}\n`);
const portal = await startBenchPortal();
let areas: string;
let way: string;
try {
  process.stdout.write('4 and 100 areas …\n');
  areas = await measureAreas(portal, runs);
  process.stdout.write(`${areas}\n`);
  process.stdout.write('One area from source to an open browser …\n');
  way = await measureReleaseWay(portal);
  process.stdout.write(`${way}\n`);
} finally {
  await portal.close();
}
const target = path.join(ROOT, 'docs/benchmarks/scale.md');
await mkdir(path.dirname(target), { recursive: true });
await writeFile(
  target,
  [
    '# What grows, and what does not',
    '',
    'Made by `npm run bench:scale`; compare within this page, not between machines.',
    '',
    '## 4 and 100 registered areas',
    '',
    areas,
    '',
    '## From a changed line to the browser',
    '',
    way,
    '',
    '## A store with 1,000 releases',
    '',
    store,
    '',
  ].join('\n'),
);
process.exit(0);
