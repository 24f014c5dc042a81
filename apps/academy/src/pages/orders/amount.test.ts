import { readCents } from './amount';

it.each([
  ['12', 1_200],
  ['12,5', 1_250],
  ['12,50 €', 1_250],
  [' 1.234,05', 123_405],
  ['0,01', 1],
])('reads %j', (text, cents) => {
  expect(readCents(text)).toBe(cents);
});

it.each([[''], ['-1'], ['1e3'], ['NaN'], ['12.5'], ['12,345'], ['1.23,00'], ['1,2,3'], ['12345678'], ['0x10']])(
  'rejects the amount %j',
  (text) => {
    expect(readCents(text)).toBeNull();
  },
);
