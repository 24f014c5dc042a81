/**
 * `npm run headers -w @nemus/portal -- <config.json>`: prints the headers that a production server sends with the
 * shell's page, one a line, from the configuration that the page will read and the last build of the shell. With
 * `--report` the youngest rules only report what they would refuse. `--portal <address>` for a portal that has its
 * backend under its own address.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { commonHeaders, FILE_POLICY, pageHeaders, readPageHashes, workerHeaders } from '../serve/servers';
import { ROOT } from '../serve/settings';

// npm runs this in the package's folder; paths in arguments belong to the folder that npm was called from.
process.chdir(process.env['INIT_CWD'] ?? '.');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'boolean', default: false }, portal: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined || positionals.length > 1) {
  process.stderr.write('Usage: npm run headers -w @nemus/portal -- <config.json> [--portal <address>] [--report]\n');
  process.exit(2);
}
const headers = pageHeaders({
  config: JSON.parse(await readFile(file, 'utf8')),
  hashes: await readPageHashes(path.join(ROOT, 'apps/shell/dist')),
  scripts: values.report ? 'report' : 'enforce',
  secure: true,
  portal: values.portal === undefined ? undefined : new URL(values.portal).origin,
});
const print = (where: string, some: readonly (readonly [string, string])[]) =>
  process.stdout.write(`# With ${where}\n${some.map(([name, value]) => `${name}: ${value}\n`).join('')}\n`);
const common = commonHeaders({ secure: true });
print('every answer', Object.entries(common));
print(
  'index.html as well',
  Object.entries(headers).filter(([name]) => !(name in common)),
);
print('worker.js as well', Object.entries(workerHeaders({ secure: true })));
print('every other file as well', [['Content-Security-Policy', FILE_POLICY]]);
