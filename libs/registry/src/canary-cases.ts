/**
 * Cases of the rules that browsers and the database share: who is in a canary, and when it stops. The tests of this
 * package run them against the TypeScript, those of the database against its SQL. Fixed for ever: a change would move
 * users between releases.
 */

/** Salt, remote and account, and the bucket that they give; from another implementation of MurmurHash3. */
export const BUCKET_CASES: readonly (readonly [salt: string, remote: string, userId: string, bucket: number])[] = [
  ['', '', '', 1912],
  ['spring', 'trainee', 'a', 7169],
  ['spring', 'trainee', 'user-1', 9740],
  ['spring', 'trainee', 'müller', 629],
];

/** An account whose bucket for salt `spring` and remote `alpha` is 5459. */
export const BUCKET_ACCOUNT = 'd0000000-0000-4000-8000-000000000001';

/** A canary of remote `alpha` with salt `spring`, and whether {@link BUCKET_ACCOUNT} of the cohort `piw` is in it. */
export const MEMBER_CASES: readonly (readonly [
  percent: number,
  cohorts: readonly string[],
  isHalted: boolean,
  isMember: boolean,
])[] = [
  [0, [], false, false],
  [54.58, [], false, false],
  // Just above 5459 hundredths in floating-point arithmetic.
  [54.59, [], false, true],
  [100, [], false, true],
  [100, [], true, false],
  [0, ['institution', 'staff'], false, false],
  [0, ['institution', 'piw'], false, true],
  [0, ['piw'], true, false],
];

/** Accounts and failed accounts of canary and stable release, and the verdict under a bound of 2 % of at least 50. */
export const VERDICT_CASES: readonly (readonly [
  canary: readonly [accounts: number, failed: number],
  stable: readonly [accounts: number, failed: number],
  verdict: string | null,
])[] = [
  [[49, 49], [0, 0], null],
  [[50, 2], [1000, 0], null],
  [[50, 3], [1000, 0], null],
  [[50, 4], [1000, 0], '4 of 50 accounts failed (stable release: 0 of 1000)'],
  [[1000, 28], [0, 0], null],
  [[1000, 29], [0, 0], '29 of 1000 accounts failed (stable release: 0 of 0)'],
  // The stable release fails as often, so the canary is not the cause.
  [[100, 31], [200, 40], null],
  [[100, 32], [200, 40], '32 of 100 accounts failed (stable release: 40 of 200)'],
  // The stable release has as many accounts as the bound requires, so its rate is known.
  [[50, 4], [50, 49], null],
  // Too few accounts of the stable release to know its rate.
  [[50, 4], [49, 49], '4 of 50 accounts failed (stable release: 49 of 49)'],
];
