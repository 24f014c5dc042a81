import { DAY, entryOf, readCurrent, requireEntry } from './change';
import { SHELL, shellEnvironment } from './shell/shell-release';
import { readUnchecked } from './stops';
import type { ReleaseStore } from './store/store';

/** A signed document that browsers refuse from a certain day on. */
export interface Expiry {
  readonly kind: 'registry' | 'entry' | 'stop list';
  /** The area of an entry; `null` for what all areas share. */
  readonly remote: string | null;
  readonly expiresAt: string;
  /** Whole days until then, rounded down; negative when the document has expired. */
  readonly daysLeft: number;
  /** Whether too few days are left. */
  readonly due: boolean;
  /** What renews it, without the name of the program. */
  readonly renewWith: string;
}

/** How many days before the end something is due. */
export interface ExpiryLimits {
  /** For registry and entries, which are signed for 90 days. */
  readonly days: number;
  /** For the stop list, which is signed for 7 days and renewed daily. */
  readonly stopDays: number;
}

export const EXPIRY_LIMITS: ExpiryLimits = { days: 30, stopDays: 3 };

/**
 * When the signed documents of an environment expire, the earliest first. A missing stop list is not listed: portals
 * without operators' keys have none.
 *
 * @param remote Only this area, without what all areas share.
 */
export async function readExpiries(
  store: ReleaseStore,
  environment: string,
  { remote, limits = EXPIRY_LIMITS, now = new Date() }: { remote?: string; limits?: ExpiryLimits; now?: Date } = {},
): Promise<readonly Expiry[]> {
  const current = await readCurrent(store, environment);
  const expiry = (kind: Expiry['kind'], of: string | null, expiresAt: string, limit: number, renewWith: string) => {
    const left = (new Date(expiresAt).getTime() - now.getTime()) / DAY;
    return { kind, remote: of, expiresAt, daysLeft: Math.floor(left), due: left < limit, renewWith };
  };
  const entries = (remote === undefined ? current.registry.remotes : [requireEntry(current, remote)]).flatMap(
    ({ name, signature }) =>
      signature ? [expiry('entry', name, signature.expiresAt, limits.days, `renew ${name}`)] : [],
  );
  // The shell has a registry of its own.
  const shell = remote === undefined ? entryOf(await readCurrent(store, shellEnvironment(environment)), SHELL) : null;
  const list = remote === undefined ? readUnchecked(await store.readStops(environment)) : null;
  return [
    ...entries,
    ...(shell?.signature ? [expiry('entry', SHELL, shell.signature.expiresAt, limits.days, `renew ${SHELL}`)] : []),
    ...(remote === undefined && current.revision > 0
      ? [expiry('registry', null, current.registry.expiresAt, limits.days, 'renew <any area>')]
      : []),
    ...(list ? [expiry('stop list', null, list.expiresAt, limits.stopDays, 'stops renew')] : []),
  ].toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
}
