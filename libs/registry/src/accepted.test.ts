import { readAccepted } from './accepted';
import { sampleEntry, samplePointer, sampleRegistry } from './samples';

const canary = { pointer: samplePointer('alpha', 1), percent: 5, cohorts: ['piw'], salt: 'a' };
const canaryHalted = { version: '1.0.1', at: '2026-06-01T00:00:00Z', reason: 'failed' };
const full = sampleEntry('alpha', { canary, canaryHalted, lastGood: [samplePointer('alpha', 2)] });

it('reads what a portal has written down', () => {
  const registry = sampleRegistry([full, sampleEntry('beta')]);
  expect(readAccepted(JSON.stringify(registry))).toEqual(registry);
});

it.each<[string, object | string]>([
  ['no JSON', '{'],
  ['no registry', '[]'],
  ['another schema', { ...sampleRegistry(), schema: 2 }],
  ['an entry that is none', { ...sampleRegistry(), remotes: ['alpha'] }],
  ['an entry without its menu', { ...sampleRegistry(), remotes: [{ ...full, menu: undefined }] }],
  [
    'an unknown account type',
    { ...sampleRegistry(), remotes: [{ ...full, routes: [{ ...full.routes[0], roles: ['x'] }] }] },
  ],
  [
    'a canary without its cohorts',
    { ...sampleRegistry(), remotes: [{ ...full, canary: { ...canary, cohorts: undefined } }] },
  ],
])('does not believe %s', (_what, value) => {
  expect(readAccepted(typeof value === 'string' ? value : JSON.stringify(value))).toBeNull();
});
