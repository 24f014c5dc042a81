import { canaryEntry, pointerTo, promotedEntry, rolledBackEntry, switchedEntry } from './pointers';
import type { RegisteredRemote } from './registry';
import { sampleDeclaration, sampleEntry, samplePointer, sampleRelease } from './samples';

const declaration = sampleDeclaration();
const patches = (entry: RegisteredRemote) => ({
  stable: entry.stable.version.slice(4, 5),
  lastGood: entry.lastGood.map(({ version }) => version.slice(4, 5)).join(''),
});
const promote = (entry: RegisteredRemote | null, patch: number) =>
  promotedEntry(entry, declaration, samplePointer('alpha', patch));

describe('promotedEntry', () => {
  it.each([
    [[0], { stable: '0', lastGood: '' }],
    [[0, 1], { stable: '1', lastGood: '0' }],
    [[0, 0], { stable: '0', lastGood: '' }],
    [[0, 1, 2, 3, 4], { stable: '4', lastGood: '321' }],
    [[0, 1, 2, 1], { stable: '1', lastGood: '20' }],
  ])('after promoting %j', (sequence, expected) => {
    let entry: RegisteredRemote | null = null;
    for (const patch of sequence) entry = promote(entry, patch);
    expect(entry && patches(entry)).toEqual(expected);
  });

  it('takes the claims of the new release and drops the old signature', () => {
    const before = sampleEntry('alpha', {
      signature: { keyId: 'k-0000000000000000', serial: 1, issuedAt: '', expiresAt: '', value: '' },
    });
    const entry = promotedEntry(before, sampleDeclaration('alpha', { title: 'Neu' }), samplePointer('alpha', 1));
    expect(entry).toMatchObject({ title: 'Neu', signature: undefined });
    expect(entry).not.toHaveProperty('budget');
  });

  it('ends the canary that it promotes, and no other', () => {
    const canary = { pointer: samplePointer('alpha', 1), percent: 10, cohorts: [], salt: 's' };
    const before = sampleEntry('alpha', { canary });
    expect(promote(before, 1).canary).toBeUndefined();
    expect(promote(before, 2).canary).toEqual(canary);
  });

  it('keeps an area switched off', () => {
    expect(promote(sampleEntry('alpha', { enabled: false, disabledReason: 'Wartung' }), 1).enabled).toBe(false);
  });
});

describe('rolledBackEntry', () => {
  it('forgets the release that it takes back', () => {
    const entry = [0, 1, 2].reduce<RegisteredRemote | null>(promote, null);
    const back = entry && rolledBackEntry(entry, declaration, samplePointer('alpha', 1));
    expect(back && patches(back)).toEqual({ stable: '1', lastGood: '0' });
  });
});

describe('canary and switch', () => {
  it('sets and ends a canary', () => {
    const canary = { pointer: samplePointer('alpha', 1), percent: 5, cohorts: [], salt: 's' };
    const halted = { version: '1', at: '', reason: '' };
    const entry = canaryEntry(sampleEntry('alpha', { canaryHalted: halted }), canary);
    expect(entry).toMatchObject({ canary, canaryHalted: undefined });
    expect(canaryEntry(entry, null).canary).toBeUndefined();
  });

  it('switches off with a reason and on without one', () => {
    const off = switchedEntry(sampleEntry(), 'Wartung');
    expect(off).toMatchObject({ enabled: false, disabledReason: 'Wartung' });
    expect(switchedEntry(off, null)).toMatchObject({ enabled: true, disabledReason: undefined });
  });
});

it('points to a release by its digest', () => {
  const { version, path, contract } = samplePointer('alpha', 2);
  expect(pointerTo(sampleRelease('alpha', 2), 'sha384-x')).toEqual({ version, path, contract, digest: 'sha384-x' });
});
