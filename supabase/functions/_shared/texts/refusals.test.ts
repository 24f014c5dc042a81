import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codedError } from './coded-error.ts';
import { isRefusalCode, readRefusal, refusalText, REFUSALS } from './refusals.ts';
import { boughtText, returningText } from './purchases.ts';
import { isReleaseRefusalCode, readReleaseRefusal } from './releases.ts';

it('says a sentence with its values as German reads them', () => {
  expect(refusalText('insufficient_credits', { available: 1_250 })).toBe('Nicht genügend Credits (1.250 verfügbar)');
  expect(refusalText('too_many', { most: 500 })).toBe('Bitte laden Sie höchstens 500 Personen auf einmal ein.');
  expect(refusalText('feedback_too_long', { most: 2_000 })).toBe('Der Kommentar darf höchstens 2.000 Zeichen haben.');
  expect(refusalText('append_only', { of: 'certificate' })).toBe(
    'Ein ausgestelltes Zertifikat kann nicht geändert werden.',
  );
  expect(refusalText('invitation_open', { valid_until: '2026-12-05T23:30:00.5+00:00' })).toBe(
    'Diese Person ist bereits eingeladen; der Link gilt bis 06.12.2026.',
  );
  expect(refusalText('invitation_limit_total', { count: 2_000, again_at: '2026-11-23T09:00:59.123456+00:00' })).toBe(
    'Das Portal verschickt in 24 Stunden höchstens 2.000 Einladungen, und so viele sind schon verschickt. Wieder möglich ab 23.11.2026, 10:00 Uhr.',
  );
});

it('tells whose purchase is meant', () => {
  const waits = 'schon bestellt, die Zahlung steht noch aus. Bitte warten Sie darauf, oder brechen Sie den Kauf ab.';
  expect(refusalText('purchase_pending', { name: null })).toBe(`Sie haben diesen Kurs ${waits}`);
  expect(refusalText('purchase_pending', { name: 'Kim Lang' })).toBe(`Sie haben diesen Kurs für Kim Lang ${waits}`);
  expect(readRefusal('purchase_pending')).toBe(`Sie haben das ${waits}`);
});

// Values from the database are not trusted: a proxy, another version or a forged server may change them.
it.each([
  [undefined],
  [null],
  ['3'],
  [[3]],
  [{}],
  [{ available: null }],
  [{ available: '3' }],
  [{ available: 3.5 }],
  [{ available: Number.NaN }],
  [{ available: { toString: () => 'evil' } }],
])('leaves the figure out of a sentence for %j', (values) => {
  expect(readRefusal('insufficient_credits', values)).toBe('Nicht genügend Credits');
});

it.each([[''], ['   '], ['x'.repeat(256)], ['Kim\nLang'], ['Kim\u0000'], [7], [['Kim']]])(
  'leaves %j out where a name belongs',
  (name) => {
    expect(readRefusal('already_enrolled', { name })).toBe('Für diesen Kurs besteht bereits eine Anmeldung.');
  },
);

it('has no sentence for what every object has', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect(isRefusalCode(name)).toBe(false);
    expect(isReleaseRefusalCode(name)).toBe(false);
    expect(readRefusal('append_only', { of: name })).toBe('Diese Einträge können nicht geändert werden.');
  }
});

it('has each code in one file alone', () => {
  const folder = path.join(__dirname, 'refusals');
  const codes = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^ {2}([a-z_]+): \w/gm)].map(([, code]) => code),
  );
  expect(codes.toSorted()).toEqual(Object.keys(REFUSALS).toSorted());
});

it('has a status and a sentence for every code', () => {
  for (const [code, { status, read }] of Object.entries(REFUSALS)) {
    expect([code, status]).toEqual([code, expect.any(Number)]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(read(undefined)).toMatch(/^[A-ZÄÖÜ].{9,}/);
  }
});

it('reads code and values of an own error alone', () => {
  const own = { code: 'PT409', hint: 'insufficient_credits', details: '{"available": 3}' };
  expect(codedError(own)).toEqual({ code: 'insufficient_credits', values: { available: 3 } });
  expect(codedError({ ...own, details: null })).toEqual({ code: 'insufficient_credits', values: undefined });
  expect(codedError({ ...own, details: '{"available": ' })?.values).toBeUndefined();
  expect(codedError({ ...own, hint: null })).toBeNull();
  // A hint of PostgreSQL itself is no code.
  expect(codedError({ ...own, code: '42501' })).toBeNull();
  expect(codedError({ ...own, code: 'PTXYZ' })).toBeNull();
});

it('says what a payment brought', () => {
  expect(boughtText('credits', 1_250)).toBe('1.250 Credits wurden Ihrem Konto hinzugefügt.');
  expect(returningText('course_gone', 123_400)).toBe(
    'Der Kurs wird nicht mehr angeboten. Wir erstatten Ihnen 1.234,00\u00a0€ auf dem Weg, auf dem Sie bezahlt haben; Sie müssen nichts tun.',
  );
});

it('says in English what the store of releases refuses', () => {
  expect(readReleaseRefusal('path_taken', { remote: 'trainee' })).toBe('A path of the entry belongs to trainee.');
  expect(readReleaseRefusal('path_taken')).toBe('A path of the entry belongs to another area.');
});
