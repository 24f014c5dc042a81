import { durationProblem, minutesOf, readDurations, writeDurations } from './duration';

it.each([
  ['50', [50]],
  [' 50 Min. ', [50]],
  ['1:30', [90]],
  // As spreadsheets copy a time.
  ['01:30:00', [90]],
  ['2 × 0:50', [50, 50]],
  ['2x50 + 30', [50, 50, 30]],
  ['0 × 50', []],
])('reads %j', (text, minutes) => {
  expect(readDurations(text)).toEqual(minutes);
});

// A decimal may be hours or minutes: it is not guessed.
it.each([[''], ['viel'], ['1,5'], ['1:60'], ['5 ×'], ['50 +'], ['-50'], ['99 × 50 + '.repeat(20)]])(
  'does not read %j',
  (text) => {
    expect(readDurations(text)).toBeNull();
    expect(minutesOf(text)).toBe(0);
  },
);

it('writes what it reads', () => {
  expect(writeDurations([50, 30, 50])).toBe('2 × 50 + 30');
  expect(readDurations(writeDurations([50, 30, 50]))).toEqual([50, 50, 30]);
});

it.each([
  ['20 × 50', null],
  ['21 × 50', 'Höchstens 20 Einträge auf einmal.'],
  ['0 × 50', 'Höchstens 20 Einträge auf einmal.'],
  ['1441', 'Bitte geben Sie eine ganze Zahl von 1 bis 1.440 ein.'],
  ['0', 'Bitte geben Sie eine ganze Zahl von 1 bis 1.440 ein.'],
])('judges %j', (text, problem) => {
  expect(durationProblem(text)).toBe(problem);
});
