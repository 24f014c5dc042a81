import type { RemoteDeclaration } from '@nemus/contract';
import { releasePath } from './container';
import type { Canary, RegisteredRemote, ReleasePointer } from './registry';
import type { ReleaseDocument } from './release';

/** How many earlier releases an entry keeps. */
export const KEPT_RELEASES = 3;

/** The pointer to a release. @param digest SHA-384 of the text of its `release.json`. */
export function pointerTo(release: ReleaseDocument, digest: string): ReleasePointer {
  const { name, contract } = release.declaration;
  return { version: release.version, path: releasePath(name, release.version), digest, contract };
}

/**
 * The entry for a new release: claims from its declaration, everything else from the previous entry. Like every
 * function here that changes signed content, it drops the signature: the writer of the entry signs it again.
 */
export function promotedEntry(
  before: RegisteredRemote | null,
  declaration: RemoteDeclaration,
  pointer: ReleasePointer,
): RegisteredRemote {
  if (!before) return { ...entryClaims(declaration), enabled: true, stable: pointer, lastGood: [] };
  return {
    ...withoutCanary(before, pointer.version),
    ...entryClaims(declaration),
    stable: pointer,
    lastGood: rotate(before, pointer),
    signature: undefined,
  };
}

/** The last good releases after `next` became stable: the previous one first, no duplicates, without the new one. */
function rotate(before: RegisteredRemote, next: ReleasePointer): ReleasePointer[] {
  const seen = new Set([next.version]);
  return [before.stable, ...before.lastGood]
    .filter(({ version }) => !seen.has(version) && seen.add(version))
    .slice(0, KEPT_RELEASES);
}

/**
 * The entry after going back to `target`. The withdrawn release does not join the last good ones, and a canary of the
 * same version ends.
 */
export function rolledBackEntry(
  before: RegisteredRemote,
  declaration: RemoteDeclaration,
  target: ReleasePointer,
): RegisteredRemote {
  return {
    ...withoutCanary(before, before.stable.version),
    ...entryClaims(declaration),
    stable: target,
    lastGood: before.lastGood.filter(({ version }) => version !== target.version),
    signature: undefined,
  };
}

/** The entry with a canary; `null` ends it. A new canary removes the mark of an earlier halt. */
export function canaryEntry(before: RegisteredRemote, canary: Canary | null): RegisteredRemote {
  return { ...before, canary: canary ?? undefined, canaryHalted: undefined, signature: undefined };
}

/**
 * The entry switched off, with the German reason that users read, or on again (`null`). Works on the raw entry and
 * keeps the signature, which does not cover these fields: an operator does not need the team's key.
 */
export function switchedEntry(before: object, disabledReason: string | null): object {
  return { ...before, enabled: disabledReason === null, disabledReason: disabledReason ?? undefined };
}

/** The entry with its canary stopped for all accounts. Like the switch, it does not need the team's key. */
export function haltedEntry(before: object, version: string, at: Date, reason: string): object {
  return { ...before, canaryHalted: { version, at: at.toISOString(), reason } };
}

/** Ends the canary of this version; another one goes on. */
function withoutCanary(entry: RegisteredRemote, version: string): RegisteredRemote {
  return entry.canary?.pointer.version === version ? { ...entry, canary: undefined, canaryHalted: undefined } : entry;
}

/** What an area claims in the portal, as its entry repeats it. */
export function entryClaims({
  name,
  title,
  team,
  routes,
  menu,
  slots,
}: Pick<RemoteDeclaration, 'name' | 'title' | 'team' | 'routes' | 'menu' | 'slots'>) {
  return { name, title, team, routes, menu, slots };
}
