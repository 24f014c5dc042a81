import { budgetProblems } from './shell-budget';

const BUDGET = { entry: 100, start: 300, account: 20, total: 500 };

it('accepts sizes at the limits', () => {
  expect(budgetProblems(BUDGET, BUDGET)).toEqual([]);
});

it('names every part that is too big', () => {
  expect(budgetProblems({ entry: 100, start: 301, account: 0, total: 900 }, BUDGET)).toEqual([
    `The shell's "start" has 301 bytes (brotli); its budget is 300.`,
    `The shell's "total" has 900 bytes (brotli); its budget is 500.`,
  ]);
});
