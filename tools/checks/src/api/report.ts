import { createHash } from 'node:crypto';
import { compareApis, type ApiChange } from './change';
import type { Declarations, EntryApi } from './exports';

/** A report, as its file has it. */
export interface Report {
  /** Name of the entry, as it is imported, to its declarations. */
  readonly entries: ReadonlyMap<string, EntryApi>;
  /** The package's version; null without a file. */
  readonly version: string | null;
  /** Of all declarations, so that an edit by hand is noticed. */
  readonly digest: string | null;
}

const NEEDED = 'What these mention, and the entry does not export:';
const HEADING = /^## `([^`]+)`$/m;
const VERSION = /^Version (\S+), digest `(\w+)`\.$/m;
const NAME = /\b(?:interface|type|function|const|let|class|enum|namespace) ([\w$]+)|\bas ([\w$]+) \}/;

/** The file's text. */
export function writeReport(name: string, version: string, entries: Report['entries']): string {
  const parts = [...entries].map(([entry, { exported, needed }]) => {
    const more = needed.size === 0 ? '' : `\n\n${NEEDED}\n\n${block(needed)}`;
    return `## \`${entry}\`\n\n${block(exported)}${more}`;
  });
  return [
    `# What \`${name}\` exports`,
    'Written from the declarations, without comments. A change of exports needs a new version ([0008](../../docs/decisions/0008-published-packages.md)); [CHANGELOG.md](CHANGELOG.md) lists the versions.',
    `Version ${version}, digest \`${digestOf(entries)}\`.`,
    ...parts,
    '',
  ].join('\n\n');
}

const block = (declarations: Declarations) => `\`\`\`ts\n${[...declarations.values()].join('\n\n')}\n\`\`\``;

/** Reads what {@link writeReport} wrote. */
export function readReport(text: string): Report {
  const entries = new Map(
    text.split(/^(?=## `)/m).flatMap((part): [string, EntryApi][] => {
      const name = HEADING.exec(part)?.[1];
      const [first = '', second = ''] = part.split(NEEDED);
      return name === undefined ? [] : [[name, { exported: readBlock(first), needed: readBlock(second) }]];
    }),
  );
  const [, version = null, digest = null] = VERSION.exec(text) ?? [];
  return { entries, version, digest };
}

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

/** What is wrong with a report; empty when it says what the package exports, under the package's version. */
export function checkReport(report: Report, now: Report['entries'], version: string): readonly string[] {
  const problems: string[] = [];
  if (report.digest !== digestOf(now) || digestOf(report.entries) !== report.digest) {
    const { step } = compareReports(report.entries, now);
    const asked = step === 'none' ? '' : ` (a ${step} step: it is ${report.version ?? 'new'} now)`;
    problems.push(
      `is not what the package exports. Raise its version${asked}, then "npm run write-api -w @nemus/checks".`,
    );
  }
  if (report.version !== null && report.version !== version)
    problems.push(`is of ${report.version}, the package of ${version}. "npm run write-api -w @nemus/checks".`);
  return problems;
}
