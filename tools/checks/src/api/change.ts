import type { Declarations } from './exports';

/** How far a change of the exports moves the version (semver). */
export type Step = 'none' | 'minor' | 'major';

/** What is different from one report to the next. */
export interface ApiChange {
  readonly added: readonly string[];
  /** Only added something: existing users are unaffected. */
  readonly extended: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly step: Step;
}

/** What the shell gives to areas: a further member is news to them and no duty. */
const GIVEN = /(?:Ports?|SlotProps|PortalEvents)$/;
const OPTIONAL_MEMBER = /^\s+(?:readonly )?[\w'"-]+\?[:(].*;$/;

/** Compares two sets of declarations, by entry and name. */
export function compareApis(before: Declarations, now: Declarations): ApiChange {
  const added = [...now.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !now.has(name));
  const different = [...now].filter(([name, text]) => before.has(name) && before.get(name) !== text);
  const extended = different.filter(([name, text]) => isExtended(name, before.get(name) ?? '', text));
  const changed = different.filter((one) => !extended.includes(one));
  const isMajor = changed.length + removed.length > 0;
  const isMinor = added.length + extended.length > 0;
  return {
    added,
    removed,
    extended: extended.map(([name]) => name),
    changed: changed.map(([name]) => name),
    step: isMajor ? 'major' : isMinor ? 'minor' : 'none',
  };
}

/** True when lines were put in, none was taken out, and each new one is a member that may be left out. */
function isExtended(name: string, before: string, now: string): boolean {
  const old = before.split('\n');
  let next = 0;
  const inserted = now.split('\n').filter((line) => {
    if (line !== old[next]) return true;
    next += 1;
    return false;
  });
  return next === old.length && (GIVEN.test(name) || inserted.every((line) => OPTIONAL_MEMBER.test(line)));
}

/** The step from one version to a later one. */
export function stepBetween(before: string, now: string): Step {
  const [oldMajor = 0, oldMinor = 0] = before.split('.').map(Number);
  const [major = 0, minor = 0] = now.split('.').map(Number);
  if (major > oldMajor) return 'major';
  return major === oldMajor && minor > oldMinor ? 'minor' : 'none';
}

const ORDER: readonly Step[] = ['none', 'minor', 'major'];

/** True when a step is at least as far as another one. */
export function isEnough(step: Step, asked: Step): boolean {
  return ORDER.indexOf(step) >= ORDER.indexOf(asked);
}
