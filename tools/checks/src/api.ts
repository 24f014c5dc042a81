/**
 * The target `checks:api`, and `npm run api`: each package's `api.md` lists its exports, under a version raised
 * according to the change. `npm run api -- --minor "why"` overrides a change that the comparison calls major.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { isEnough, stepBetween } from './api/change';
import { readEntry } from './api/exports';
import { formatEntry } from './api/format-entry';
import { checkReport, compareReports, digestOf, readReport, writeReport, type Report } from './api/report';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Packages that areas are written against, or that they share with the shell. */
const PACKAGES = ['area', 'contract', 'data', 'registry', 'ui'];
/** Entries for tests and galleries alone, and one for shells alone: no area is written against its adapters. */
const LEFT_OUT = /samples|cases|gallery|adapters|\.css$/;

const manifestSchema = z.object({ name: z.string(), version: z.string(), exports: z.record(z.string(), z.string()) });
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false }, minor: { type: 'string' } } });

const folders = PACKAGES.map((name) => `libs/${name}`);
const compiler = path.join(ROOT, 'node_modules/.bin/tsc');
// The compiler has said what is wrong.
if (spawnSync(compiler, ['-b', ...folders], { cwd: ROOT, stdio: 'inherit' }).status !== 0) process.exit(1);
const style = (await resolveConfig(path.join(ROOT, 'package.json'))) ?? {};
const written = new Map<string, string | undefined>();
const readDeclarations = (file: string) => {
  if (!written.has(file)) written.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return written.get(file);
};

let problems = 0;
for (const folder of folders) {
  const { name, version, exports } = manifestSchema.parse(
    JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')),
  );
  const entries: [string, Awaited<ReturnType<typeof formatEntry>>][] = [];
  for (const [entry, source] of Object.entries(exports).filter(([entry]) => !LEFT_OUT.test(entry))) {
    const declarations = path.posix.join(ROOT, 'dist/types', folder, source.replace(/\.tsx?$/, '.d.ts'));
    entries.push([path.posix.join(name, entry), await formatEntry(readEntry(declarations, readDeclarations), style)]);
  }
  const now = new Map(entries);
  const file = path.join(ROOT, folder, 'api.md');
  const report = existsSync(file) ? readReport(readFileSync(file, 'utf8')) : { entries: new Map(), versions: [] };
  const found = values.write
    ? await write(file, name, version, report, now)
    : checkReport(report, now, version).map((problem) => `${folder}/api.md ${problem}`);
  for (const problem of found) process.stderr.write(`${problem}\n`);
  problems += found.length;
}
if (problems > 0) process.exitCode = 1;
else process.stdout.write(`${PACKAGES.length} reports say what their packages export.\n`);

/** Writes the report of a version that went far enough; otherwise says how far it has to go. */
async function write(file: string, name: string, version: string, report: Report, now: Report['entries']) {
  const last = report.versions.at(-1);
  const digest = digestOf(now);
  if (last?.digest === digest && last.version === version) return [];
  const change = compareReports(report.entries, now);
  const step = values.minor !== undefined && change.step === 'major' ? 'minor' : change.step;
  if (last && !isEnough(stepBetween(last.version, version), step)) {
    return [`${name} ${version}: ${describe(change)}. That takes a ${step} step from ${last.version}.`];
  }
  const what = [last ? describe(change) : 'the first report', values.minor].filter(Boolean).join('; minor, since ');
  const row = { version, step: last ? step : ('first' as const), what, digest };
  const text = writeReport(name, { entries: now, versions: [...report.versions, row] });
  writeFileSync(file, await format(text, { ...style, parser: 'markdown' }));
  return [];
}

function describe({ added, extended, changed, removed }: ReturnType<typeof compareReports>): string {
  const parts = Object.entries({ added, extended, changed, removed }).filter(([, names]) => names.length > 0);
  return (
    parts.map(([verb, names]) => `${verb} ${names.map((name) => `\`${name}\``).join(', ')}`).join('; ') || 'nothing'
  );
}
