import { z } from 'zod';
import { readRows } from './errors';
import { refusalTexts } from './refusal-texts';

jest.mock('./refusal-texts', () => ({ refusalTexts: jest.fn() }));

const come = jest.mocked(refusalTexts);
const SENTENCES = '../../../supabase/functions/_shared/texts/refusals';

/** As the database refuses: a code, with its values beside it. */
const refused = {
  data: null,
  error: { code: 'PT409', message: 'refused', hint: 'insufficient_credits', details: '{"available":3}' },
  status: 409,
};

it('tells a refusal by its sentence, and by its status where the sentences do not come', async () => {
  come.mockRejectedValueOnce(new Error('The file did not come.')).mockResolvedValueOnce(jest.requireActual(SENTENCES));
  await expect(readRows(refused, z.null())).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'Der Server konnte die Anfrage nicht beantworten.',
  });
  await expect(readRows(refused, z.null())).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: expect.stringContaining('3'),
  });
});

it('asks for the sentences again after they did not come, and once after they did', async () => {
  const actual = jest.requireActual<{ refusalTexts: typeof refusalTexts; prepareRefusals: () => void }>(
    './refusal-texts',
  );
  const file = jest.fn<object, []>(() => jest.requireActual(SENTENCES));
  file.mockImplementationOnce(() => {
    throw new Error('The file did not come.');
  });
  jest.resetModules();
  jest.doMock(SENTENCES, file);
  actual.prepareRefusals();
  await expect(actual.refusalTexts()).rejects.toThrow('The file did not come.');
  await expect(actual.refusalTexts()).resolves.toHaveProperty('readRefusal');
  await expect(actual.refusalTexts()).resolves.toHaveProperty('readRefusal');
  expect(file).toHaveBeenCalledTimes(2);
});
