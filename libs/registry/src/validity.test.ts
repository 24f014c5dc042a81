import { CLOCK_TOLERANCE } from './replay';
import { sampleEntry, sampleRegistry } from './samples';
import { unchangedSpan } from './validity';

const time = (moment: string) => new Date(moment).getTime();
const signature = {
  keyId: 'k-0',
  serial: 1,
  issuedAt: '2026-06-01T00:00:00Z',
  expiresAt: '2026-09-01T00:00:00Z',
  value: '',
};
const registry = sampleRegistry([sampleEntry('alpha', { signature }), sampleEntry('beta')]);
const keys = {
  alpha: {
    keys: [{ id: 'k-0', publicKey: '', notBefore: '2026-05-01T00:00:00Z', notAfter: '2026-08-01T00:00:00Z' }],
    routes: [],
  },
  gone: { keys: [{ id: 'k-1', publicKey: '', notAfter: '2026-07-02T00:00:00Z' }], routes: [] },
};

it.each([
  // A signature is not taken by a clock further back than its tolerance of three hours.
  ['2026-07-01T00:00:00Z', '2026-05-31T21:00:00Z', '2026-08-01T00:00:00Z'],
  ['2026-08-01T00:00:00Z', '2026-08-01T00:00:00Z', '2026-09-01T00:00:00Z'],
  ['2026-10-01T00:00:00Z', '2026-09-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
])('at %s, nothing begins or ends from %s until %s', (now, from, until) => {
  expect(unchangedSpan(registry, keys, new Date(now))).toEqual({ from: time(from), until: time(until) });
});

it('is not valid when the clock is set back before the newest signature', () => {
  const { from } = unchangedSpan(registry, {}, new Date('2026-06-01T00:30:00Z'));
  expect(from).toBe(time('2026-06-01T00:00:00Z') - CLOCK_TOLERANCE);
});

it('does not change any more after the last expiry', () => {
  expect(unchangedSpan(sampleRegistry([]), {}, new Date('2028-01-01T00:00:00Z')).until).toBe(Infinity);
});
