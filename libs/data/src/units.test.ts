import { formatMinutes, UNIT_MINUTES, wholeUnits } from './units';

const plain = (minutes: number) => formatMinutes(minutes).replaceAll('\u00A0', ' ');

it('counts whole units of a sum, and never rounds up', () => {
  expect([0, 44, 45, 89, 90, 1440].map((minutes) => wholeUnits(minutes))).toEqual([0, 0, 1, 1, 2, 32]);
});

it('adds before it rounds: three times half an hour are two units, which none of them is', () => {
  const parts = [30, 30, 30];
  expect(parts.map((minutes) => wholeUnits(minutes))).toEqual([0, 0, 0]);
  expect(wholeUnits(parts.reduce((sum, minutes) => sum + minutes, 0))).toBe(2);
});

it('writes units and the remaining minutes, and loses none', () => {
  expect([0, 15, 45, 60, 90, 135, 1440].map(plain)).toEqual([
    '0 UE',
    '15 Min.',
    '1 UE',
    '1 UE 15 Min.',
    '2 UE',
    '3 UE',
    '32 UE',
  ]);
  expect(plain(49_860)).toBe('1.108 UE');
  for (let minutes = 0; minutes <= 1440; minutes += 1) {
    const [, units = '0'] = /(\d+) UE/.exec(plain(minutes)) ?? [];
    const [, rest = '0'] = /(\d+) Min/.exec(plain(minutes)) ?? [];
    expect(Number(units) * UNIT_MINUTES + Number(rest)).toBe(minutes);
  }
});
