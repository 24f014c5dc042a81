import { isEnough, stepBetween, type ApiChange, type Step } from './change';

/** A version in a package's CHANGELOG.md. */
export interface Version {
  readonly version: string;
  /** How far the exports changed; null where the package has no API report. */
  readonly step: Step | 'first' | null;
}

const HEADING = /^## (\d+\.\d+\.\d+)(?: \((first|none|minor|major)\))?$/gm;
const STEPS: readonly (Step | 'first')[] = ['first', 'none', 'minor', 'major'];

/** The versions of a changelog, the newest first. */
export function readChangelog(text: string): readonly Version[] {
  return [...text.matchAll(HEADING)].map(([, version = '', step]) => ({
    version,
    step: STEPS.find((known) => known === step) ?? null,
  }));
}

/** The text of a new changelog, without versions. */
export const emptyChangelog = (name: string) => `# Changelog of \`${name}\`\n`;

/** The changelog with a further version in front of the others. */
export function withVersion(text: string, { version, step }: Version, changes: readonly string[]): string {
  const entry = [`## ${version}${step ? ` (${step})` : ''}`, '', ...changes.map((change) => `- ${change}`)].join('\n');
  const at = text.search(/^## /m);
  return at === -1 ? `${text.trimEnd()}\n\n${entry}\n` : `${text.slice(0, at)}${entry}\n\n${text.slice(at)}`;
}

/** A change of a package's exports in words, one line for each kind; names are those within the package. */
export function describeChange(name: string, { added, extended, changed, removed }: ApiChange): readonly string[] {
  const within = (key: string) => key.replace(`(${name}) `, '').replace(`${name} `, '').replace(`${name}/`, '');
  const kinds = { Added: added, Extended: extended, Changed: changed, Removed: removed };
  return Object.entries(kinds).flatMap(([kind, keys]) => {
    const names = [...new Set(keys.map(within))].map((key) => `\`${key}\``);
    return names.length === 0 ? [] : [`${kind}: ${names.join(', ')}`];
  });
}

/**
 * What is wrong with a changelog: it has to begin with the package's version, and each version has to go as far as its
 * step says.
 */
export function checkChangelog(versions: readonly Version[], version: string): readonly string[] {
  const problems: string[] = [];
  if (versions[0]?.version !== version) problems.push(`has no entry for version ${version} at the top.`);
  versions.forEach(({ version: number, step }, index) => {
    const before = versions[index + 1];
    if (!before || step === null || step === 'first') return;
    if (isEnough(stepBetween(before.version, number), step)) return;
    problems.push(`goes from ${before.version} to ${number}, which is no ${step} step.`);
  });
  return problems;
}
