import { readTogether } from './together';

it('asks once for all that ask at the same moment, and anew afterwards', async () => {
  const together = readTogether<string>();
  const read = jest.fn(() => Promise.resolve('Weg 1'));
  await expect(Promise.all([together('u-1', read), together('u-1', read)])).resolves.toEqual(['Weg 1', 'Weg 1']);
  expect(read).toHaveBeenCalledTimes(1);
  await together('u-1', read);
  expect(read).toHaveBeenCalledTimes(2);
});

it('gives no account the answer of another', async () => {
  const together = readTogether<string>();
  const answers = await Promise.all([
    together('u-1', () => Promise.resolve('Weg 1')),
    together('u-2', () => Promise.resolve('Weg 2')),
  ]);
  expect(answers).toEqual(['Weg 1', 'Weg 2']);
});

it('asks again after a failure', async () => {
  const together = readTogether<string>();
  await expect(together('u-1', () => Promise.reject(new Error('no line')))).rejects.toThrow('no line');
  await expect(together('u-1', () => Promise.resolve('Weg 1'))).resolves.toBe('Weg 1');
});
