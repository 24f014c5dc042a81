import { readSpending, spendingFormOf } from './spending-form';

it.each([
  ['', '', { credits: null, cents: null }],
  ['0', '0', { credits: 0, cents: 0 }],
  [' 1500 ', '99,5', { credits: 1500, cents: 9950 }],
  ['1.500', '1.250,05', { credits: 1500, cents: 125_005 }],
  ['1000000', '1000000,00', { credits: 1_000_000, cents: 100_000_000 }],
])('reads %j credits and %j euros', (credits, euros, spending) =>
  expect(readSpending({ credits, euros })).toEqual({ spending, problems: {} }),
);

it.each([
  ['1,500', '', ['credits']],
  ['-1', '', ['credits']],
  ['1000001', '', ['credits']],
  ['', '1,250', ['euros']],
  ['', '12,345', ['euros']],
  ['x', '1000000,01', ['credits', 'euros']],
])('refuses %j credits and %j euros at its field', (credits, euros, fields) => {
  const { spending, problems } = readSpending({ credits, euros });
  expect(spending).toBeNull();
  expect(Object.keys(problems)).toEqual(fields);
});

it.each([
  [
    { credits: 120, cents: 9950 },
    { credits: '120', euros: '99.5' },
  ],
  [
    { credits: null, cents: 120_000 },
    { credits: '', euros: '1200' },
  ],
])('starts with the stored values: %j', (spending, form) => {
  expect(spendingFormOf(spending)).toEqual(form);
  expect(readSpending(form).spending).toEqual(spending);
});
