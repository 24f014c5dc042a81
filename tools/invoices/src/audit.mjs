/**
 * Validates one document of every type with an official rule set: `npm run audit:invoices -- --rules <folder>`.
 *
 * The folder contains two downloads of KoSIT, unpacked (README.md names the releases): the program `validator…jar` and the
 * configuration with `scenarios.xml`. Needs Java 11 or later. Prints the rule ids of each document.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const given = process.argv.includes('--rules') ? process.argv[process.argv.indexOf('--rules') + 1] : undefined;
if (given === undefined) {
  console.error('Usage: npm run audit:invoices -- --rules <folder>');
  process.exit(2);
}
// npm runs the script in its package.
const rules = path.resolve(process.env['INIT_CWD'] ?? '.', given);
const found = readdirSync(rules, { recursive: true, encoding: 'utf8' });
const jar = found.find((file) => /valid[^/]*standalone\.jar$/.test(file));
const scenarios = found.find((file) => path.basename(file) === 'scenarios.xml');
if (jar === undefined || scenarios === undefined) {
  console.error(`${rules} lacks ${jar === undefined ? 'the standalone jar of the validator' : 'scenarios.xml'}.`);
  process.exit(2);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-invoices-'));
try {
  const tools = path.join(import.meta.dirname, '..');
  const jest = ['jest', '--config', '../../jest.config.mjs', '--rootDir', '.', 'src/documents', '-t', 'every kind'];
  const env = { ...process.env, NEMUS_INVOICE_FOLDER: folder };
  const written = spawnSync('npx', jest, { cwd: tools, env, stdio: 'inherit' });
  if (written.status !== 0) process.exit(2);
  const documents = readdirSync(folder).map((file) => path.join(folder, file));
  const scenario = path.join(rules, scenarios);
  const checks = [
    '-jar',
    path.join(rules, jar),
    '-s',
    scenario,
    '-r',
    path.dirname(scenario),
    '-o',
    folder,
    ...documents,
  ];
  const checked = spawnSync('java', checks, { encoding: 'utf8' });
  if (checked.error) throw checked.error;
  for (const document of documents) {
    const report = readFileSync(document.replace(/\.xml$/, '-report.xml'), 'utf8');
    const ids = [...report.matchAll(/<rep:message\b[^>]*\bcode="([^"]+)"/g)].map(([, id]) => id);
    const isAccepted = report.includes('<rep:accept');
    console.log(`${path.basename(document)}: ${isAccepted ? 'accepted' : 'REJECTED'} ${[...new Set(ids)].join(', ')}`);
    if (!isAccepted) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
