/**
 * `npm run headers -- <config.json>`: prints the headers that a production server sends with the shell's page, one a
 * line, from the configuration that the page will read and the last build of the shell. With `--report` the youngest
 * rules only report what they would refuse.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commonHeaders, FILE_POLICY, pageHeaders, readPageHashes, workerHeaders } from './servers';
import { ROOT } from './settings';

const [file, ...options] = process.argv
  .slice(2)
  .toSorted((one, other) => Number(one.startsWith('-')) - Number(other.startsWith('-')));
const unknown = options.filter((option) => option !== '--report');
if (file === undefined || file.startsWith('-') || unknown.length > 0) {
  process.stderr.write('Usage: npm run headers -- <config.json> [--report]\n');
  process.exit(2);
}
const headers = pageHeaders({
  config: JSON.parse(await readFile(file, 'utf8')),
  hashes: await readPageHashes(path.join(ROOT, 'apps/shell/dist')),
  scripts: options.includes('--report') ? 'report' : 'enforce',
  secure: true,
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
