import { ADAPTER_GRACE_DAYS, contractFit, refusedFrom } from './contract-fit';

const ONE = { contract: '1.8.0', until: '2027-06-30' };
const SHELL = { contract: '2.1.0', adapters: [ONE] };
const fit = (range: string, day: string, shell: Parameters<typeof contractFit>[1] = SHELL) =>
  contractFit(range, shell, new Date(day));

it('gives 30 days of grace, which the decision names', () => {
  expect(ADAPTER_GRACE_DAYS).toBe(30);
  expect(refusedFrom(ONE)).toBe('2027-07-30');
  expect(refusedFrom({ contract: '1.8.0', until: '2028-01-31' })).toBe('2028-03-01');
});

it.each([
  ['^2.0.0', '2026-12-01T00:00:00Z'],
  // Long after the end: the shell's own contract satisfies the range, so no adapter is needed.
  ['^2.0.0', '2030-01-01T00:00:00Z'],
  ['^1.6.0 || ^2.0.0', '2030-01-01T00:00:00Z'],
])('%s is at home, %s', (range, day) => expect(fit(range, day)).toEqual({ kind: 'native' }));

it.each([
  ['2026-12-01T00:00:00Z', 'adapted', false, 'and runs through the adapter of contract 1, which ends on 2027-06-30.'],
  ['2027-06-29T23:59:59.999Z', 'adapted', false, 'which ends on 2027-06-30.'],
  ['2027-06-30T00:00:00Z', 'adapted', true, 'ended on 2027-06-30, and portals run it until 2027-07-30.'],
  ['2027-07-29T23:59:59.999Z', 'adapted', true, 'until 2027-07-30.'],
])('contract 1 at %s: %s (ended: %s), with words', (day, kind, ended, words) => {
  expect(fit('^1.6.0', day)).toMatchObject({ kind, ended, adapter: ONE, note: expect.stringContaining(words) });
});

it('refuses after the days of grace, with both contracts and the dates', () => {
  expect(fit('^1.6.0', '2027-07-30T00:00:00Z')).toEqual({
    kind: 'refused',
    adapter: ONE,
    problem:
      'It was written for contract ^1.6.0; the adapter of contract 1 ended on 2027-06-30, and this shell of contract 2.1.0 runs nothing of it since 2027-07-30.',
  });
});

it.each([
  // Newer than the last version of the older major, which the adapter provides.
  ['^1.9.0', SHELL],
  ['^3.0.0', SHELL],
  ['^2.2.0', SHELL],
  ['latest', SHELL],
  ['^1.6.0', { contract: '2.1.0' }],
  ['^1.6.0', { contract: '2.1.0', adapters: [] }],
])('refuses %s without an adapter for it', (range, shell) => {
  expect(fit(range, '2026-12-01T00:00:00Z', shell)).toMatchObject({ kind: 'refused' });
});
