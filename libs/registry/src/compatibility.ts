// Not `semver`: its range comparison adds 7 KB to the start of every page, this one less than 2 KB.
import { compare, satisfies, validate } from 'compare-versions';
import type { SharedRequirement } from './release';
import type { ProvidesDocument, UsesDocument } from './uses';

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

/** What the team must do about a range that excludes the shell's version. */
function wayOut(range: string, version: string): string {
  // Older by its text: the range contains the version that the area was built with.
  const [built] = /\d+\.\d+\.\d+[^\s|]*/.exec(range) ?? [];
  const isAhead = built !== undefined && validate(built) && compare(built, version, '>');
  return isAhead
    ? `Its team builds with ${version}, or waits for a shell that has ${built}.`
    : `Its team builds it anew, with ${version}.`;
}

/** Names that a release uses and a shell does not have: of a shared module, or of the ports (`null`). */
export interface MissingNames {
  readonly module: string | null;
  readonly names: readonly string[];
}

/** Maximum number of names in a sentence; a release may miss any number, and the sentence goes into reports. */
const MOST_TOLD = 10;

/** The same as one sentence. */
export function missingNamesText({ module, names }: MissingNames): string {
  const quoted = names.slice(0, MOST_TOLD).map((name) => `"${name}"`);
  const more = names.length > MOST_TOLD ? ` and ${names.length - MOST_TOLD} more` : '';
  return `It uses ${quoted.join(', ')}${more} of ${module === null ? 'the ports' : `"${module}"`}, which the shell does not provide.`;
}

/**
 * Every name that a release takes from a shell that does not have it, one sentence for each module and one for the
 * ports. For modules that are imported as a whole, or whose names the shell cannot list, only the version counts
 * ({@link sharedProblems}).
 */
export function nameProblems(
  uses: Pick<UsesDocument, 'modules' | 'ports'>,
  provides: Pick<ProvidesDocument, 'modules' | 'ports'>,
): string[] {
  const modules = Object.entries(uses.modules).flatMap(([module, { names }]) => {
    const has = Object.hasOwn(provides.modules, module) ? provides.modules[module] : undefined;
    const missing = without(names, has ? (has.names ?? names) : []);
    return missing.length === 0 ? [] : [{ module, names: missing }];
  });
  return [...modules, ...missingPorts(uses.ports, provides.ports)].map(missingNamesText);
}

/** Ports, and members of them, that a release reads and a shell does not have. */
export function missingPorts(used: readonly string[], known: readonly string[]): MissingNames[] {
  const names = without(used, known);
  return names.length === 0 ? [] : [{ module: null, names }];
}

/**
 * Slots and events that a release names and the shell does not know. No reason to refuse it: an empty slot shows its
 * fallback, and an event without listeners only costs freshness.
 */
export function nameLosses(
  uses: Pick<UsesDocument, 'slots' | 'events'>,
  provides: Pick<ProvidesDocument, 'slots' | 'events'>,
): string[] {
  const kinds = [
    ['slot', uses.slots, provides.slots],
    ['event', uses.events, provides.events],
  ] as const;
  return kinds.flatMap(([kind, used, known]) =>
    without(used, known).map((name) => `The shell does not know the ${kind} "${name}".`),
  );
}

function without(names: readonly string[], known: readonly string[]): string[] {
  const all = new Set(known);
  return names.filter((name) => !all.has(name));
}

/** Whether a version lies within a range; null when either is invalid. */
function isWithin(version: string, range: string): boolean | null {
  // A range that the library does not know.
  if (range === '*') return true;
  try {
    return satisfies(version, range);
  } catch {
    return null;
  }
}
