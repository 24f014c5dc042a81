import { dayProblem, isDay, readDay, readTime, timeProblem, writeDay } from './days';

test.each([
  ['01.02.26', '2026-02-01'],
  ['1.2.26', '2026-02-01'],
  ['1. 2. 2026', '2026-02-01'],
  ['1/2/26', '2026-02-01'],
  ['1-2-2026', '2026-02-01'],
  ['1–2–2026', '2026-02-01'],
  ['1,2,26', '2026-02-01'],
  ['1 2 26', '2026-02-01'],
  ['010226', '2026-02-01'],
  ['01022026', '2026-02-01'],
  ['20260201', '2026-02-01'],
  ['2026-02-01', '2026-02-01'],
  [' \u200E01.02.2026\u00A0', '2026-02-01'],
  ['1. Februar 2026', '2026-02-01'],
  ['So., 1. Feb. 26', '2026-02-01'],
  ['24. März 2025', '2025-03-24'],
  ['29.02.2028', '2028-02-29'],
  ['2026-2-1', '2026-02-01'],
  ['2026/02/01', '2026-02-01'],
  ['2026.2.1', '2026-02-01'],
  ['1. Jänner 2026', '2026-01-01'],
  ['1. Feber 2026', '2026-02-01'],
  ['1. Ma\u0308rz 2026', '2026-03-01'],
  ['1.Feb.26', '2026-02-01'],
  ['\u202A01.02.2026\u202C', '2026-02-01'],
  ['01\u00AD.02.\u206626\u2069', '2026-02-01'],
  ['０１.０２.２０２６', '2026-02-01'],
])('reads %p', (typed, day) => expect(readDay(typed)).toBe(day));

test.each([
  '',
  '1.2.',
  '1.2.6',
  '1.2.026',
  '24.02.0025',
  '0025-02-24',
  '30.02.2026',
  '29.02.2027',
  '13/32/2026',
  '1.13.26',
  '01.02.1899',
  '01.02.2100',
  '1. Foo 2026',
  'morgen',
  '010',
  '1.2.20266',
  '2026-02-01T23:30:00Z',
  '01.02.2026 bis 02.02.2026',
])('does not guess %p', (typed) => expect(readDay(typed)).toBeNull());

test('two digits are of this century, unless only the last one fits the field', () => {
  expect(readDay('24.02.85')).toBe('2085-02-24');
  expect(readDay('24.02.85', { max: '2026-11-27' })).toBe('1985-02-24');
  expect(readDay('24.02.25', { max: '2026-11-27' })).toBe('2025-02-24');
  expect(readDay('24.02.95', { min: '2000-01-01', max: '2026-11-27' })).toBe('2095-02-24');
});

test('only possible days of four-digit years are days', () => {
  expect(
    ['2026-02-28', '2026-02-30', '2026-2-3', '', '0026-02-01', '0025-02-24', '1899-12-31', '2100-01-01'].map(isDay),
  ).toEqual([true, ...Array(7).fill(false)]);
  expect([writeDay('2026-02-01'), writeDay('0025-02-24'), writeDay('bald')]).toEqual([
    '01.02.2026',
    '24.02.0025',
    'bald',
  ]);
});

test('a wrong date is explained', () => {
  const bounds = { min: '2026-01-01', max: '2026-12-31' };
  expect(['', '2026-02-01'].map((day) => dayProblem(day, bounds))).toEqual([null, null]);
  expect(dayProblem('morgen')).toMatch('TT.MM.JJJJ');
  expect(dayProblem('0026-02-01')).toMatch('prüfen Sie Tag und Jahr');
  expect(dayProblem('2025-12-31', bounds)).toBe('Bitte geben Sie einen Tag vom 01.01.2026 bis zum 31.12.2026 an.');
  expect(dayProblem('2025-12-31', { min: '2026-01-01' })).toBe('Bitte geben Sie einen Tag ab dem 01.01.2026 an.');
  expect(dayProblem('2027-01-01', { max: '2026-12-31' })).toBe('Bitte geben Sie einen Tag bis zum 31.12.2026 an.');
});

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['9.30 Uhr', '09:30'],
  ['09:30', '09:30'],
  ['24:00', null],
  ['9:75', null],
  ['9:5', null],
])('reads the time %p', (typed, time) => {
  expect(readTime(typed)).toBe(time);
  expect(timeProblem(time ?? typed) === null).toBe(time !== null);
});
