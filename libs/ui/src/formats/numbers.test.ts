import { numberOf, numberProblem, readNumber, writeNumber } from './numbers';

test.each([
  ['1.000', '1000'],
  ['1000', '1000'],
  ['1 000', '1000'],
  ['1\u00A0000', '1000'],
  ["1'000", '1000'],
  ['12.345.678', '12345678'],
  ['007', '7'],
  [' 150 ', '150'],
  ['１２', '12'],
  ['\u202A1.000\u202C', '1000'],
  ['1\u00AD000', '1000'],
  ['1\u202F000', '1000'],
  ['1’000', '1000'],
  ['-5', '-5'],
  ['−5', '-5'],
  ['- 1.000', '-1000'],
  ['-0', '0'],
])('reads the whole number %p', (typed, value) => expect(readNumber(typed)).toBe(value));

test.each([
  ['62,5', '62.5'],
  ['62.5', '62.5'],
  ['1.000,50', '1000.5'],
  ['1.000', '1000'],
  ['1000,5 €', '1000.5'],
  ['89,50 EUR', '89.5'],
  ['62,5 %', '62.5'],
  ['0,05', '0.05'],
])('reads %p where cents are possible', (typed, value) => expect(readNumber(typed, { digits: 2 })).toBe(value));

test.each([
  '',
  'zehn',
  '1,000',
  '12,345',
  '1,000,000',
  '١٢',
  '१२',
  '1.000.00',
  '5 Stück',
  '1,000.50',
  '1.00',
  '1.0000',
  '10.00.000',
  '0.125',
  '1000.500',
  '1e3',
  '0x10',
  '∞',
  '1,5',
  '1.5',
  '--5',
  '5-',
  '1..000',
  '1 00',
  '٣',
  '99999999999999',
])('does not guess %p as a whole number', (typed) => expect(readNumber(typed)).toBeNull());
test.each(['1,000', '0,125', '89,555', '1.5.0', '1,5,0', ',5', '5,'])('does not guess %p as an amount', (typed) =>
  expect(readNumber(typed, { digits: 2 })).toBeNull(),
);

test('is shown in German, and read again as the same', () => {
  expect([writeNumber('1000'), writeNumber('62.5', { digits: 1 }), writeNumber('1000.5', { digits: 2 }, true)]).toEqual(
    ['1.000', '62,5', '1.000,50'],
  );
  for (const value of ['0', '7', '1000', '1234567']) expect(readNumber(writeNumber(value))).toBe(value);
  for (const value of ['62.5', '1000.05', '1000']) {
    expect(readNumber(writeNumber(value, { digits: 2 }), { digits: 2 })).toBe(value);
    expect(readNumber(value, { digits: 2 })).toBe(value);
  }
  expect([writeNumber('1,000'), writeNumber('1.50'), writeNumber('zehn')]).toEqual(['1,000', '1.50', 'zehn']);
});

test('what is wrong is explained', () => {
  expect([numberProblem(''), numberProblem('1.000'), numberProblem('1000')]).toEqual([null, null, null]);
  expect(numberProblem('1,000')).toMatch(/^Ist 1\.000 gemeint\?/);
  expect(numberProblem('1,5')).toBe('Bitte geben Sie eine ganze Zahl ein.');
  expect(numberProblem('-1')).toBe('Bitte geben Sie eine ganze Zahl ein.');
  expect(numberProblem('101', { min: 1, max: 100, digits: 1 })).toBe(
    'Bitte geben Sie eine Zahl von 1 bis 100 ein, zum Beispiel 4,5.',
  );
  expect([numberOf('1.000'), numberOf(''), numberOf('1,000'), numberOf('62,5', { digits: 1 })]).toEqual([
    1000,
    null,
    null,
    62.5,
  ]);
});
