/**
 * Validates one document of every type with official rules: `npm run audit -w @nemus/invoices -- --rules <folder>`.
 *
 * The folder contains the rules as XSLT (`…CII-validation.xsl[t]`, `FACTUR-X_EN16931.xslt`) and Saxon's jars, in any
 * subfolder (README.md names the releases). Needs Java. Prints the ids of the rules that each document breaks.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const given = process.argv.includes('--rules') ? process.argv[process.argv.indexOf('--rules') + 1] : undefined;
if (given === undefined) {
  console.error('Usage: npm run audit -w @nemus/invoices -- --rules <folder>');
  process.exit(2);
}
// npm runs the script in its package.
const rules = path.resolve(process.env['INIT_CWD'] ?? '.', given);
const found = readdirSync(rules, { recursive: true, encoding: 'utf8' }).map((file) => path.join(rules, file));
const jars = found.filter((file) => file.endsWith('.jar'));
const sheets = found.filter((file) => /(CII-validation|FACTUR-X_EN16931)\.xslt?$/i.test(file));
if (jars.length === 0 || sheets.length === 0) {
  console.error(`${rules} lacks ${jars.length === 0 ? "Saxon's jars" : 'rules for CII, as XSLT'}.`);
  process.exit(2);
}

/** XRechnung's rules are for its own documents, those of Factur-X for all others, those of EN 16931 for every one. */
function isFor(sheet, isXRechnung) {
  if (/xrechnung/i.test(path.basename(sheet))) return isXRechnung;
  return !(isXRechnung && /factur-x/i.test(path.basename(sheet)));
}

/** The broken rules of a report: [{id, isError}]. A rule without a flag is one that must hold. */
function brokenRules(report) {
  if (!report.includes('<svrl:fired-rule')) throw new Error('No rule was applied: these are no rules for CII.');
  return [...report.matchAll(/<svrl:(?:failed-assert|successful-report)\b([^>]*)>/g)].map(([, attributes]) => ({
    id: /\bid="([^"]+)"/.exec(attributes)?.[1] ?? '(no id)',
    isError: !/\bflag="(?:warning|information)"/.test(attributes),
  }));
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-invoices-'));
try {
  const documents = path.join(folder, 'documents');
  mkdirSync(documents);
  const jest = ['jest', '--config', '../../jest.config.mjs', '--rootDir', '.', 'src/documents', '-t', 'every kind'];
  const env = { ...process.env, NEMUS_INVOICE_FOLDER: documents };
  const written = spawnSync('npx', jest, { cwd: path.join(import.meta.dirname, '..'), env, stdio: 'inherit' });
  if (written.status !== 0) process.exit(2);
  const broken = Object.fromEntries(readdirSync(documents).map((file) => [file, []]));
  for (const [index, sheet] of sheets.entries()) {
    const reports = path.join(folder, String(index));
    mkdirSync(reports);
    const saxon = ['-cp', jars.join(path.delimiter), 'net.sf.saxon.Transform'];
    const asked = [...saxon, `-s:${documents}`, `-xsl:${sheet}`, `-o:${reports}`];
    const { status, stderr, error } = spawnSync('java', asked, { encoding: 'utf8' });
    if (error) throw error;
    if (status !== 0) throw new Error(stderr);
    for (const [file, list] of Object.entries(broken)) {
      const isXRechnung = readFileSync(path.join(documents, file), 'utf8').includes('kosit:xrechnung');
      if (isFor(sheet, isXRechnung)) list.push(...brokenRules(readFileSync(path.join(reports, file), 'utf8')));
    }
  }
  for (const [file, list] of Object.entries(broken)) {
    const isAccepted = list.every(({ isError }) => !isError);
    console.log(`${file}: ${isAccepted ? 'accepted' : 'REJECTED'} ${list.map(({ id }) => id).join(', ')}`);
    if (!isAccepted) process.exitCode = 1;
  }
  console.log(`${Object.keys(broken).length} documents, ${sheets.map((sheet) => path.basename(sheet)).join(', ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
