import { createHash } from 'node:crypto';
import { compareApis, isEnough, stepBetween, type ApiChange, type Step } from './change';
import type { Declarations, EntryApi } from './exports';

/** One line of the list of versions. */
export interface Version {
  readonly version: string;
  /** How far the exports changed; a person may say that it is less than what the comparison found, and why. */
  readonly step: Step | 'first';
  readonly what: string;
  /** Of all exports as they were then. */
  readonly digest: string;
}

/** A report, as its file has it. */
export interface Report {
  /** Name of the entry, as it is imported, to its declarations. */
  readonly entries: ReadonlyMap<string, EntryApi>;
  /** The newest last. */
  readonly versions: readonly Version[];
}

const NEEDED = 'What these mention, and the entry does not export:';
const HEADING = /^## `([^`]+)`$/m;
const NAME = /\b(?:interface|type|function|const|let|class|enum|namespace) ([\w$]+)|\bas ([\w$]+) \}/;

/** The file's text. */
export function writeReport(name: string, { entries, versions }: Report): string {
  const parts = [...entries].map(([entry, { exported, needed }]) => {
    const more = needed.size === 0 ? '' : `\n\n${NEEDED}\n\n${block(needed)}`;
    return `## \`${entry}\`\n\n${block(exported)}${more}`;
  });
  const rows = versions.map(({ version, step, what, digest }) => `| ${version} | ${step} | ${what} | ${digest} |`);
  return [
    `# What \`${name}\` exports`,
    '`npm run api` writes this file from the declarations; comments are left out. A change of it takes a step of the version ([0084](../../docs/decisions/0084-api-reports.md)).',
    ...parts,
    '## Versions',
    ['| Version | Step | What changed | Digest |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

const block = (declarations: Declarations) => `\`\`\`ts\n${[...declarations.values()].join('\n\n')}\n\`\`\``;

/** Reads what {@link writeReport} wrote. */
export function readReport(text: string): Report {
  const [before = '', after = ''] = text.split('\n## Versions\n');
  const entries = new Map(
    before.split(/^(?=## `)/m).flatMap((part): [string, EntryApi][] => {
      const name = HEADING.exec(part)?.[1];
      const [first = '', second = ''] = part.split(NEEDED);
      return name === undefined ? [] : [[name, { exported: readBlock(first), needed: readBlock(second) }]];
    }),
  );
  const versions = after.split('\n').flatMap((line): Version[] => {
    const [version = '', step = '', what = '', digest = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return /^\d/.test(version) && isStep(step) ? [{ version, step, what, digest }] : [];
  });
  return { entries, versions };
}

const isStep = (text: string): text is Version['step'] => ['first', 'none', 'minor', 'major'].includes(text);

function readBlock(text: string): Declarations {
  const code = /```ts\n(.*?)\n```/s.exec(text)?.[1] ?? '';
  return new Map(
    code.split('\n\n').flatMap((declaration): [string, string][] => {
      const [, declared, renamed] = NAME.exec(declaration) ?? [];
      const name = declaration.startsWith('export {') || declaration.includes('\nexport {') ? renamed : declared;
      return name === undefined ? [] : [[name, declaration]];
    }),
  );
}

/** Stands for all declarations of a package. */
export function digestOf(entries: Report['entries']): string {
  const hash = createHash('sha256');
  for (const [entry, { exported, needed }] of entries) {
    hash.update([entry, ...exported.values(), ...needed.values()].join('\n'));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Compares the exports of two reports. What is not exported counts only while both mention it. */
export function compareReports(before: Report['entries'], now: Report['entries']): ApiChange {
  const old = merged(before);
  const current = merged(now);
  const isCounted = (other: Declarations) => (key: string) => !key.startsWith('(') || other.has(key);
  const kept = (from: Declarations, other: Declarations) => {
    const counts = isCounted(other);
    return new Map([...from].filter(([key]) => counts(key)));
  };
  return compareApis(kept(old, current), kept(current, old));
}

function merged(entries: Report['entries']): Declarations {
  return new Map(
    [...entries].flatMap(([entry, { exported, needed }]) => [
      ...[...exported].map(([name, text]): [string, string] => [`${entry} ${name}`, text]),
      ...[...needed].map(([name, text]): [string, string] => [`(${entry}) ${name}`, text]),
    ]),
  );
}

/** What is wrong with a report; empty when it says what the package exports, under a version that is far enough on. */
export function checkReport(report: Report, now: Report['entries'], version: string): readonly string[] {
  const last = report.versions.at(-1);
  const problems: string[] = [];
  if (last?.digest !== digestOf(now) || digestOf(report.entries) !== last.digest) {
    const { step } = compareReports(report.entries, now);
    const asked = step === 'none' ? '' : ` (a ${step} step: it is ${last?.version ?? 'new'} now)`;
    problems.push(`is not what the package exports. Raise its version${asked}, then "npm run api".`);
  }
  if (last && last.version !== version)
    problems.push(`is of ${last.version}, the package of ${version}. "npm run api".`);
  report.versions.forEach(({ version: number, step }, index) => {
    const before = report.versions[index - 1];
    if (!before || step === 'first') return;
    const went = stepBetween(before.version, number);
    if (!isEnough(went, step)) problems.push(`goes from ${before.version} to ${number}, which is no ${step} step.`);
  });
  return problems;
}
