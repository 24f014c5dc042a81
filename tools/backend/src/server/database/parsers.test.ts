import { parseNumeric, parseTimestamp, parseTimestamptz, writeText } from './parsers';

test('numeric is a number', () => {
  expect(parseNumeric('120.00')).toBe(120);
  expect(parseNumeric('-0.5')).toBe(-0.5);
  expect(parseNumeric('NaN')).toBe('NaN');
});

test('timestamps are ISO 8601', () => {
  expect(parseTimestamptz('2030-01-01 00:00:00+00')).toBe('2030-01-01T00:00:00+00:00');
  expect(parseTimestamptz('2030-01-01 00:00:00.123456+05:30')).toBe('2030-01-01T00:00:00.123456+05:30');
  expect(parseTimestamptz('infinity')).toBe('infinity');
  expect(parseTimestamp('2030-01-01 00:00:00')).toBe('2030-01-01T00:00:00');
});

test('a filter of a text column stays text', () => {
  expect(['a', true, 3, ['x', 'y'], []].map(writeText)).toEqual(['a', 'true', '3', '{x,y}', '{}']);
});
