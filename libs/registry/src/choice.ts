import type { Canary, RegisteredRemote, ReleasePointer } from './registry';

/** Number of buckets: canary shares are exact to a hundredth of a percent. */
export const BUCKETS = 10_000;

/**
 * Bucket of an account for one remote and canary, 0 to 9999: the same for ever for the same salt, remote and account,
 * and spread evenly over accounts. MurmurHash3 (32 bit, Austin Appleby, public domain algorithm) over UTF-8. The
 * database uses the same rule to decide which reports count (`nemus_release_bucket`).
 */
export function bucketOf(salt: string, remote: string, userId: string): number {
  return Math.floor((murmur3(`${salt}\0${remote}\0${userId}`) / 2 ** 32) * BUCKETS);
}

function murmur3(text: string): number {
  const bytes = new TextEncoder().encode(text);
  const mix = (block: number) => {
    const multiplied = Math.imul(block, 0xcc9e2d51);
    return Math.imul((multiplied << 15) | (multiplied >>> 17), 0x1b873593);
  };
  const byte = (index: number) => bytes[index] ?? 0;
  const wholeBlocks = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let index = 0; index < wholeBlocks; index += 4) {
    hash ^= mix(byte(index) | (byte(index + 1) << 8) | (byte(index + 2) << 16) | (byte(index + 3) << 24));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  // Beyond the last whole block `byte` returns 0, as the algorithm requires for its tail.
  if (wholeBlocks < bytes.length) {
    hash ^= mix(byte(wholeBlocks) | (byte(wholeBlocks + 1) << 8) | (byte(wholeBlocks + 2) << 16));
  }
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The account that a release is chosen for. */
export interface Account {
  /** Stable id of the account; `null` before sign-in: such visitors always get the stable release. */
  readonly userId: string | null;
  /** Groups of the account that a canary may name, such as the account type or `staff`. */
  readonly cohorts: readonly string[];
}

/** Why a release was chosen. */
export type ReleaseChannel = 'canary' | 'stable' | 'last-good';

export interface ChosenRelease {
  readonly channel: ReleaseChannel;
  readonly pointer: ReleasePointer;
}

/** Whether the account belongs to the canary of this remote. A halted canary includes no account. */
export function isInCanary(remote: RegisteredRemote, account: Account): boolean {
  const { canary, canaryHalted, name } = remote;
  if (!canary || account.userId === null) return false;
  if (canaryHalted?.version === canary.pointer.version) return false;
  if (canary.cohorts.some((cohort) => account.cohorts.includes(cohort))) return true;
  return bucketOf(canary.salt, name, account.userId) < (canary.percent / 100) * BUCKETS;
}

/**
 * The releases to try for an account, best first: canary when the account is in it, stable, then the last good ones.
 * The shell tries the next one when a release cannot be shown. A developer's override takes precedence; the shell
 * handles it, since it does not point to a release.
 *
 * @param failed Versions that already failed in this session.
 */
export function releasesFor(
  remote: RegisteredRemote,
  account: Account,
  failed: ReadonlySet<string> = new Set(),
): ChosenRelease[] {
  const candidates: ChosenRelease[] = [
    { channel: 'stable', pointer: remote.stable },
    ...remote.lastGood.map((pointer) => ({ channel: 'last-good' as const, pointer })),
  ];
  if (remote.canary && isInCanary(remote, account)) {
    candidates.unshift({ channel: 'canary', pointer: remote.canary.pointer });
  }
  const seen = new Set(failed);
  return candidates.filter(({ pointer: { version } }) => !seen.has(version) && seen.add(version));
}

/** The release for an account; `null` when every candidate has failed already. See {@link releasesFor}. */
export function chooseRelease(
  remote: RegisteredRemote,
  account: Account,
  failed?: ReadonlySet<string>,
): ChosenRelease | null {
  return releasesFor(remote, account, failed)[0] ?? null;
}

/** How a release did for the accounts that had it. */
export interface ReleaseFigures {
  readonly accounts: number;
  /** Accounts for which it failed at least once. */
  readonly failedAccounts: number;
}

/**
 * Why a canary has to stop, as one sentence; `null` while it may go on. It stops when it failed for more accounts than
 * chance explains (two standard deviations of a rare event), given the stable release's failure rate plus the bound.
 * What fails everywhere, such as a service that is down, stops nothing, and neither do two accounts out of fifty. The
 * stable release's rate counts once it has as many accounts as the canary needs. Each account counts once, so a single
 * browser that keeps failing stops nothing. The database uses the same rule (`nemus_canary_verdict`).
 */
export function canaryVerdict({ bound }: Canary, canary: ReleaseFigures, stable: ReleaseFigures): string | null {
  if (!bound || canary.accounts < bound.minimumAccounts) return null;
  const stableRate = stable.accounts >= bound.minimumAccounts ? stable.failedAccounts / stable.accounts : 0;
  const expected = canary.accounts * (bound.failureRate + stableRate);
  if (canary.failedAccounts <= expected + 2 * Math.sqrt(expected)) return null;
  return (
    `${canary.failedAccounts} of ${canary.accounts} accounts failed ` +
    `(stable release: ${stable.failedAccounts} of ${stable.accounts})`
  );
}
