import {
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  formatEuro,
  formatHours,
  formatLongDate,
  formatMonth,
  formatNumber,
  formatPercent,
  formatTime,
  formatUnits,
  MISSING,
} from './formats';

describe('money and numbers', () => {
  test.each([
    [1234, '1.234,00\u00A0€'],
    [0, '0,00\u00A0€'],
    [2990, '2.990,00\u00A0€'],
    [12.345, '12,35\u00A0€'],
    [-5.5, '\u22125,50\u00A0€'],
    [1234567.8, '1.234.567,80\u00A0€'],
  ])('%p euros', (euros, text) => expect(formatEuro(euros)).toBe(text));

  test('cents', () => expect(formatCents(29900)).toBe('299,00\u00A0€'));
  test('numbers', () =>
    expect([formatNumber(1234.5), formatNumber(7), formatNumber(1.239, 1)]).toEqual(['1.234,5', '7', '1,2']));
  test('percent', () => expect([formatPercent(65), formatPercent(56.66, 1)]).toEqual(['65\u00A0%', '56,7\u00A0%']));
  test('units and hours', () => expect([formatUnits(20), formatHours(1.5)]).toEqual(['20\u00A0UE', '1,5\u00A0Std.']));
  test('counts', () =>
    expect([formatCount(0, 'Kurs', 'Kurse'), formatCount(1, 'Kurs', 'Kurse'), formatCount(2, 'Kurs', 'Kurse')]).toEqual(
      ['0 Kurse', '1 Kurs', '2 Kurse'],
    ));
  test('missing values are a dash', () =>
    expect([formatEuro(null), formatNumber(undefined), formatPercent(Number.NaN), formatUnits(Infinity)]).toEqual(
      Array(4).fill(MISSING),
    ));
});

describe('dates and times in Europe/Berlin', () => {
  test('summer and winter time', () => {
    expect(formatDateTime('2026-07-01T21:30:00Z')).toBe('01.07.2026, 23:30');
    expect(formatDateTime('2026-01-01T21:30:00Z')).toBe('01.01.2026, 22:30');
  });
  test('the day follows Berlin, not UTC', () => {
    expect(formatDate('2026-12-31T23:15:00Z')).toBe('01.01.2027');
    expect(formatTime('2026-12-31T23:15:00Z')).toBe('00:15');
  });
  test('a year has four digits', () => expect(formatDate('0025-02-24')).toBe('24.02.0025'));
  test('a plain date keeps its day', () => expect(formatDate('2026-03-01')).toBe('01.03.2026'));
  test('months and weekdays in words', () => {
    expect(formatLongDate('2026-03-01')).toBe('Sonntag, 1. März 2026');
    expect(formatMonth('2026-03-01')).toBe('März 2026');
  });
  test('missing and broken moments are a dash', () =>
    expect([formatDate(null), formatTime(undefined), formatDateTime('nope'), formatDate('')]).toEqual(
      Array(4).fill(MISSING),
    ));
});
