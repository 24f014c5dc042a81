import { openRegistry } from './open-registry';
import { readAccepted } from './accepted';
import { sampleEntry, samplePointer, sampleRegistry } from './samples';
import type { StopList } from './stop-list';
import { withStops } from './stopped';
import { switchedOff } from './switched-off';

const since = '2026-06-01T10:00:00.000Z';
const facts = { by: 'Team Termine', since };
const stop = { name: 'alpha', reason: 'Vom Betrieb gesperrt.', by: 'Betrieb', since: '2026-06-02T10:00:00.000Z' };
const list = (...areas: StopList['areas']): StopList => ({
  schema: 1,
  environment: 'test',
  serial: 1,
  issuedAt: since,
  expiresAt: since,
  areas,
  canaries: [],
  signature: { keyId: 'k-0', value: '' },
});
const off = { enabled: false, disabledReason: 'Wir warten die Termine.' };
const registry = (change: object, switches?: object) => ({
  ...sampleRegistry([sampleEntry('alpha', change), sampleEntry('beta')]),
  ...(switches && { switches: { alpha: facts, ...switches } }),
});
const find = (document: ReturnType<typeof registry>, stops: StopList | null = null) =>
  switchedOff(withStops(document, stops), stops, 'alpha');

it('is nothing for an open area, whatever the switches say', () => {
  expect(find(registry({}, {}))).toBeNull();
  expect(switchedOff(registry(off), null, 'gone')).toBeNull();
});

it('says who switched it off, why and when', () => {
  expect(find(registry(off, {}))).toEqual({ kind: 'switched', reason: off.disabledReason, ...facts });
  expect(find(registry(off))).toEqual({ kind: 'switched', reason: off.disabledReason, by: null, since: null });
});

it('prefers what the operators signed to what others may have written', () => {
  const { name: _name, ...said } = stop;
  expect(find(registry(off, {}), list(stop))).toEqual({ kind: 'stopped', ...said });
  const versions = { ...stop, versions: [samplePointer('alpha', 1).version] };
  const one = registry({ stable: samplePointer('alpha', 1), lastGood: [] });
  expect(find(one, list(versions))).toEqual({ kind: 'stopped', ...said });
});

it('leaves out unsigned texts and names with an address', () => {
  const bait = { ...off, disabledReason: 'Konto bestätigen: https://böse.example' };
  expect(find(registry(bait, { alpha: { by: 'hilfe@boese.example', since } }))).toMatchObject({
    reason: null,
    by: null,
  });
});

it.each<[string, object]>([
  ['no object', { switches: 'x' }],
  ['a switch without its time', { switches: { alpha: { by: 'x' } } }],
  ['a time that is none', { switches: { alpha: { by: 'x', since: 'gestern' } } }],
])('costs no registry when it is malformed: %s', async (_case, change) => {
  const text = JSON.stringify({ ...registry(off), ...change });
  const options = { environment: 'test', now: new Date(sampleRegistry([]).issuedAt), trustedKeys: {}, seen: null };
  const opened = await openRegistry(text, options);
  expect(opened).toMatchObject({ ok: true, refused: [] });
  if (!opened.ok) return;
  expect(find(opened.registry)).toMatchObject({ kind: 'switched', by: null, since: null });
  // As it is stored for the next start.
  expect(readAccepted(JSON.stringify(opened.registry))).not.toBeNull();
});
