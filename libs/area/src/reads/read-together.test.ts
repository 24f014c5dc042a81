import { noteChange, readTogether } from './read-together';

it('sends one request for simultaneous calls, and a new one afterwards', async () => {
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

it('tries again after a failure', async () => {
  const together = readTogether<string>();
  await expect(together('u-1', () => Promise.reject(new Error('no line')))).rejects.toThrow('no line');
  await expect(together('u-1', () => Promise.resolve('Weg 1'))).resolves.toBe('Weg 1');
});

it('never returns an answer from before a change, and sends one request for all later calls', async () => {
  const together = readTogether<string>();
  let old: (text: string) => void = () => undefined;
  const before = together('u-1', () => new Promise((resolve) => (old = resolve)));
  const read = jest.fn(() => Promise.resolve('Weg 2'));
  const asked = [1, 2].map(() => {
    // Each root gets the change event, and refetches at once.
    noteChange();
    return together('u-1', read);
  });
  await expect(Promise.all(asked)).resolves.toEqual(['Weg 2', 'Weg 2']);
  expect(read).toHaveBeenCalledTimes(1);
  old('Weg 1');
  await expect(before).resolves.toBe('Weg 1');
});

it('still sends one request when an answer from before a change is late', async () => {
  const together = readTogether<string>();
  let old: (text: string) => void = () => undefined;
  const before = together('u-1', () => new Promise((resolve) => (old = resolve)));
  noteChange();
  const read = jest.fn(() => new Promise<string>(() => undefined));
  void together('u-1', read);
  old('Weg 1');
  await before;
  void together('u-1', read);
  expect(read).toHaveBeenCalledTimes(1);
});
