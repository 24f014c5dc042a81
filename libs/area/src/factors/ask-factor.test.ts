import { DataError } from '@nemus/data';
import { withFactor } from './ask-factor';

const refused = new DataError('factor_required', 'Bitte bestätigen.', 403);

it('asks once, and repeats the action', async () => {
  const run = jest.fn((): Promise<string> =>
    run.mock.calls.length === 1 ? Promise.reject(refused) : Promise.resolve('done'),
  );
  const ask = jest.fn(() => Promise.resolve(true));
  await expect(withFactor(ask, run)).resolves.toBe('done');
  expect([ask, run].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
});

it.each([
  ['the reader would rather not', refused, () => Promise.resolve(false), 1],
  ['there is no dialog', refused, null, 1],
  ['it was refused for another reason', new DataError('own_account', '', 409), () => Promise.resolve(true), 1],
  ['it is refused again', refused, () => Promise.resolve(true), 2],
])('fails when %s', async (_when, error, ask, runs) => {
  const run = jest.fn(() => Promise.reject(error));
  await expect(withFactor(ask, run)).rejects.toBe(error);
  expect(run).toHaveBeenCalledTimes(runs);
});
