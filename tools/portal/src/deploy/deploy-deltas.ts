/**
 * `npm run deploy-deltas -w @nemus/portal -- --out <folder> [--store-folder <folder>] [--site-folder <folder>]`: makes
 * what differs between the versions of files that are served, for browsers that have one before (docs/decisions/0014).
 * To be run where the files lie, after each change of them; needs the program `zstd`.
 */
import { parseArgs } from 'node:util';
import { SHELL_GENERATIONS, STORE_GENERATIONS } from '../serve/servers';
import { makeDeltas } from './deltas/deltas';
import { hasZstd } from './deltas/zstd';

// npm runs this in the package's folder; paths in arguments belong to the folder that npm was called from.
process.chdir(process.env['INIT_CWD'] ?? '.');
const { values } = parseArgs({
  options: { out: { type: 'string' }, 'store-folder': { type: 'string' }, 'site-folder': { type: 'string' } },
});
const { out, 'store-folder': store, 'site-folder': site } = values;
if (!out || (store === undefined) === (site === undefined)) {
  process.stderr.write(
    'Usage: npm run deploy-deltas -w @nemus/portal -- --out <folder> with either --store-folder <folder> or --site-folder <folder>\n',
  );
  process.exit(2);
}
if (!hasZstd()) {
  process.stderr.write('The program zstd is missing (Debian: apt-get install zstd).\n');
  process.exit(1);
}
const { made, kept, removed } = await makeDeltas(
  store ?? site ?? '',
  store === undefined ? SHELL_GENERATIONS : STORE_GENERATIONS,
  out,
);
process.stdout.write(`Deltas in ${out}: ${made} made, ${kept} kept, ${removed} removed.\n`);
