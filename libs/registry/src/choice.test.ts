import { BUCKET_ACCOUNT, BUCKET_CASES, MEMBER_CASES, VERDICT_CASES } from './canary-cases';
import { BUCKETS, bucketOf, canaryVerdict, chooseRelease, isInCanary, releasesFor } from './choice';
import { sampleEntry, samplePointer } from './samples';

const ids = Array.from({ length: 10_000 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const withCanary = (percent: number, cohorts: string[] = []) =>
  sampleEntry('alpha', {
    canary: { pointer: samplePointer('alpha', 1), percent, cohorts, salt: 'spring' },
    lastGood: [samplePointer('alpha', 9), samplePointer('alpha', 8)],
  });
const inside = (percent: number) => ids.filter((userId) => isInCanary(withCanary(percent), { userId, cohorts: [] }));

describe('bucketOf', () => {
  it.each(BUCKET_CASES)('of %s, %s, %s is bucket %d', (salt, remote, userId, bucket) => {
    expect(bucketOf(salt, remote, userId)).toBe(bucket);
  });

  it('spreads 10,000 accounts evenly', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const id of ids) {
      const tenth = Math.floor(bucketOf('spring', 'alpha', id) / (BUCKETS / 10));
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    // Five standard deviations of a fair draw.
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('draws again for another salt and another remote', () => {
    const both = (a: (id: string) => number, b: (id: string) => number) =>
      ids.filter((id) => a(id) < 1000 && b(id) < 1000).length;
    const first = (id: string) => bucketOf('spring', 'alpha', id);
    expect(both(first, (id) => bucketOf('summer', 'alpha', id))).toBeLessThan(200);
    expect(both(first, (id) => bucketOf('spring', 'beta', id))).toBeLessThan(200);
  });
});

describe('canary', () => {
  it.each([
    [0, 0, 0],
    [1, 60, 140],
    [10, 850, 1150],
    [50, 4750, 5250],
    [100, 10_000, 10_000],
  ])('of %d % has between %d and %d of 10,000 accounts', (percent, least, most) => {
    expect(inside(percent).length).toBeGreaterThanOrEqual(least);
    expect(inside(percent).length).toBeLessThanOrEqual(most);
  });

  it('keeps all its accounts when it steps up', () => {
    const wider = new Set(inside(25));
    expect(inside(10).every((id) => wider.has(id))).toBe(true);
  });

  it.each(MEMBER_CASES)('of %d %% with cohorts %j, halted: %s, has the account: %s', (percent, cohorts, halted, is) => {
    const pointer = samplePointer('alpha', 1);
    const entry = sampleEntry('alpha', {
      canary: { pointer, percent, cohorts: [...cohorts], salt: 'spring' },
      canaryHalted: halted ? { version: pointer.version, at: '2026-06-01T00:00:00Z', reason: 'failed' } : undefined,
    });
    expect(isInCanary(entry, { userId: BUCKET_ACCOUNT, cohorts: ['piw'] })).toBe(is);
  });

  it('includes no visitor without an account', () => {
    expect(isInCanary(withCanary(100), { userId: null, cohorts: [] })).toBe(false);
  });
});

describe('releasesFor', () => {
  const version = (patch: number) => samplePointer('alpha', patch).version;
  const order = (percent: number, failed: number[] = []) =>
    releasesFor(withCanary(percent), { userId: 'a', cohorts: [] }, new Set(failed.map(version))).map(
      ({ channel, pointer }) => `${channel} ${pointer.version.slice(0, 5)}`,
    );

  it.each([
    ['in the canary', 100, [], ['canary 1.0.1', 'stable 1.0.0', 'last-good 1.0.9', 'last-good 1.0.8']],
    ['outside the canary', 0, [], ['stable 1.0.0', 'last-good 1.0.9', 'last-good 1.0.8']],
    ['after the canary failed', 100, [1], ['stable 1.0.0', 'last-good 1.0.9', 'last-good 1.0.8']],
    ['after stable failed', 0, [0], ['last-good 1.0.9', 'last-good 1.0.8']],
    ['after all failed', 100, [0, 1, 8, 9], []],
  ])('%s', (_case, percent, failed, expected) => expect(order(percent, failed)).toEqual(expected));

  it('names one version once', () => {
    const entry = sampleEntry('alpha', { lastGood: [samplePointer('alpha', 0), samplePointer('alpha', 2)] });
    expect(releasesFor(entry, { userId: null, cohorts: [] })).toHaveLength(2);
  });

  it('chooses the first, or nothing', () => {
    const account = { userId: 'a', cohorts: [] };
    expect(chooseRelease(sampleEntry(), account)?.channel).toBe('stable');
    expect(chooseRelease(sampleEntry(), account, new Set([samplePointer().version]))).toBeNull();
  });
});

describe('canaryVerdict', () => {
  const figures = ([accounts, failedAccounts]: readonly [number, number]) => ({ accounts, failedAccounts });
  const canary = { pointer: samplePointer(), percent: 5, cohorts: [], salt: 's' };

  it.each(VERDICT_CASES)('of %j beside a stable release of %j', (ours, stable, expected) => {
    const bound = { failureRate: 0.02, minimumAccounts: 50 };
    expect(canaryVerdict({ ...canary, bound }, figures(ours), figures(stable))).toBe(expected);
  });

  it('never stops a canary that has no bound', () => {
    expect(canaryVerdict(canary, figures([1000, 1000]), figures([1000, 0]))).toBeNull();
  });
});
