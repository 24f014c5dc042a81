/**
 * The target `checks:api`, and `npm run write-api -w @nemus/checks`: each package's `api.md` lists its exports, under a
 * version raised according to the change. `npm run write-api -w @nemus/checks -- --minor "why"` overrides a change that
 * the comparison calls major.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { PACKED } from '../../packages/src/packed';
import { isEnough, stepBetween } from './api/change';
import { checkChangelog, describeChange, emptyChangelog, readChangelog, withVersion } from './api/changelog';
import { readEntry } from './api/exports';
import { formatEntry } from './api/format-entry';
import { checkReport, compareReports, digestOf, readReport, writeReport, type Report } from './api/report';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Packages that teams outside are written against. The compiler alone guards `@nemus/data`: its types are inferred. */
const PACKAGES = ['area', 'contract', 'registry', 'ui'];
/** Entries for tests and galleries alone, and one for shells alone: no area is written against its adapters. */
const LEFT_OUT = /samples|cases|gallery|still|adapters|\.css$/;

const manifestSchema = z.object({ name: z.string(), version: z.string(), exports: z.record(z.string(), z.string()) });
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false }, minor: { type: 'string' } } });

const folders = PACKAGES.map((name) => `libs/${name}`);
const compiler = path.join(ROOT, 'node_modules/.bin/tsc');
// The compiler has printed the errors.
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
  const report = readReport(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const found = values.write
    ? await write(folder, { name, version, report, now })
    : checkReport(report, now, version).map((problem) => `${folder}/api.md ${problem}`);
  for (const problem of found) process.stderr.write(`${problem}\n`);
  problems += found.length;
}
for (const { folder } of PACKED) {
  const { version } = manifestSchema
    .pick({ version: true })
    .parse(JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')));
  const file = path.join(ROOT, folder, 'CHANGELOG.md');
  const versions = readChangelog(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const found = checkChangelog(versions, version);
  for (const problem of found) process.stderr.write(`${folder}/CHANGELOG.md ${problem}\n`);
  problems += found.length;
}
if (problems > 0) process.exitCode = 1;
else process.stdout.write(`${PACKAGES.length} reports say what their packages export.\n`);

interface Package {
  readonly name: string;
  readonly version: string;
  /** The report as its file has it. */
  readonly report: Report;
  readonly now: Report['entries'];
}

/** Writes report and changelog if the version was raised far enough; otherwise prints the required step. */
async function write(folder: string, { name, version, report, now }: Package): Promise<readonly string[]> {
  if (report.digest === digestOf(now) && report.version === version) return [];
  const change = compareReports(report.entries, now);
  const step = values.minor !== undefined && change.step === 'major' ? 'minor' : change.step;
  const changes = describeChange(name, change);
  if (report.version !== null && !isEnough(stepBetween(report.version, version), step)) {
    return [`${name} ${version}: ${changes.join('; ')}. That takes a ${step} step from ${report.version}.`];
  }
  const place = path.join(ROOT, folder);
  const markdown = (text: string) => format(text, { ...style, parser: 'markdown' });
  writeFileSync(path.join(place, 'api.md'), await markdown(writeReport(name, version, now)));
  const file = path.join(place, 'CHANGELOG.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : emptyChangelog(name);
  if (readChangelog(text)[0]?.version === version) return [];
  const why = values.minor === undefined ? [] : [`Counted as minor: ${values.minor}`];
  const first = report.version === null;
  const entry = { version, step: first ? ('first' as const) : step };
  writeFileSync(file, await markdown(withVersion(text, entry, first ? ['First report.'] : [...changes, ...why])));
  return [];
}
