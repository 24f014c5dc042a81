// Not `semver`: its comparison of ranges is 7 KB of the start of every page, this one is less than 2 KB.
import { compare, satisfies, validate } from 'compare-versions';
import type { SharedRequirement } from './release';

/** Why a contract range and a contract version do not fit, in one sentence; `null` when they fit. */
export function contractProblem(range: string, version: string): string | null {
  const fits = isWithin(version, range);
  if (fits === null) return `"${range}" is not a semver range.`;
  if (fits) return null;
  return `It was written for contract ${range}; this shell has contract ${version}.`;
}

/** A module that the shell provides, with its version. */
export interface ProvidedModule {
  readonly name: string;
  readonly version: string;
}

/** Every requirement on a shared module that the shell does not meet, one sentence each. */
export function sharedProblems(
  requirements: readonly SharedRequirement[],
  provided: readonly ProvidedModule[],
): string[] {
  return requirements.flatMap(({ name, range }) => {
    const module = provided.find((candidate) => candidate.name === name);
    if (!module) return [`"${name}" is expected from the shell, which does not provide it.`];
    if (isWithin(module.version, range)) return [];
    return [
      `"${name}" is expected as ${range}; the shell provides ${module.version}. ${wayOut(range, module.version)}`,
    ];
  });
}

/** What its team does about a range that leaves out the shell's version. */
function wayOut(range: string, version: string): string {
  // Older by its words: the version that the area was built with stands in its range.
  const [built] = /\d+\.\d+\.\d+[^\s|]*/.exec(range) ?? [];
  const isAhead = built !== undefined && validate(built) && compare(built, version, '>');
  return isAhead
    ? `Its team builds with ${version}, or waits for a shell that has ${built}.`
    : `Its team builds it anew, with ${version}.`;
}

/** Whether a version lies within a range; null when one of them is none. */
function isWithin(version: string, range: string): boolean | null {
  // A range that the library does not know.
  if (range === '*') return true;
  try {
    return satisfies(version, range);
  } catch {
    return null;
  }
}
