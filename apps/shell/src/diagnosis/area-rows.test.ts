import type { RemoteStatus } from '@nemus/loader';
import type { RegistryDocument } from '@nemus/registry';
import { sampleEntry, samplePointer, sampleRegistry } from '@nemus/registry/samples';
import { areaRows } from './area-rows';

const ACCOUNT = { userId: 'u-1', cohorts: ['piw'] };
const READY: RemoteStatus = {
  phase: 'ready',
  version: samplePointer('alpha').version,
  source: 'last-good',
  loadMs: 80,
  mountMs: 12,
  lastFailure: null,
};
const registry = (change: Parameters<typeof sampleEntry>[1] = {}): RegistryDocument => ({
  ...sampleRegistry(),
  remotes: [sampleEntry('alpha', change)],
});
const rows = (document: RegistryDocument, status: Record<string, RemoteStatus> = {}, overridden = false) =>
  areaRows(document, status, ACCOUNT, () => overridden, null);

it('shows what would be opened for this account', () => {
  const canary = { pointer: samplePointer('alpha', 1), percent: 0, cohorts: ['piw'], salt: 's' };
  expect(rows(registry({ canary }))).toMatchObject([
    { version: canary.pointer.version, source: 'canary', phase: 'unopened' },
  ]);
  expect(rows(registry())).toMatchObject([{ source: 'stable', phase: 'unopened' }]);
  expect(rows(registry({ enabled: false }))).toMatchObject([{ phase: 'disabled' }]);
});

it('shows what is open, and its source', () => {
  expect(rows(registry(), { alpha: READY })).toMatchObject([{ source: 'last-good', loadMs: 80, mountMs: 12 }]);
});

it('shows why an area is closed, even while an override shows it', () => {
  const since = '2026-06-01T10:00:00.000Z';
  const off = { kind: 'switched', reason: 'Wir warten.', by: 'Team Alpha', since };
  const closed = {
    ...registry({ enabled: false, disabledReason: 'Wir warten.' }),
    switches: { alpha: { by: 'Team Alpha', since } },
  };
  expect(rows(closed)).toMatchObject([{ phase: 'disabled', off }]);
  expect(rows(closed, {}, true)).toMatchObject([{ phase: 'unopened', source: 'override', off }]);
  expect(rows(closed, { alpha: { ...READY, source: 'override' } }, true)).toMatchObject([{ phase: 'ready', off }]);
  expect(rows(registry())).toMatchObject([{ off: null }]);
});

it('takes an override for no release', () => {
  expect(rows(registry(), {}, true)).toMatchObject([{ source: 'override', version: null }]);
  // An open area keeps the source that it was opened with.
  expect(rows(registry(), { alpha: READY }, true)).toMatchObject([{ source: 'last-good' }]);
  expect(rows(registry(), { alpha: { ...READY, source: 'override' } }, true)).toMatchObject([
    { source: 'override', contract: null },
  ]);
});

it('names what this portal lacks, even when the previous version replaced it', () => {
  const names = [{ module: '@nemus/ui', names: ['New'] }];
  const lastFailure = {
    kind: 'contract',
    supportId: 'AAAA-AAAA',
    version: '2.0.0-0123456789ab',
    missing: names,
  } as const;
  expect(rows(registry(), { alpha: { ...READY, lastFailure } })).toMatchObject([
    { source: 'last-good', missing: { version: '2.0.0-0123456789ab', names } },
  ]);
  expect(rows(registry(), { alpha: READY })).toMatchObject([{ missing: null }]);
});
