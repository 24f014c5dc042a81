import { z } from 'zod';
import { readRows } from './errors';
import { refusalTexts, type RefusalTexts } from './refusal-texts';

jest.mock('./refusal-texts', () => ({ refusalTexts: jest.fn() }));

const SENTENCES = '../../../supabase/functions/_shared/texts/refusals';

/** A refusal of the database: a code with its values. */
const refused = {
  data: null,
  error: { code: 'PT409', message: 'refused', hint: 'insufficient_credits', details: '{"available":3}' },
  status: 409,
};

it('reports a refusal by its sentence, or by its status when the sentences do not load', async () => {
  const texts = jest.requireActual<RefusalTexts>(SENTENCES);
  jest.mocked(refusalTexts).mockResolvedValueOnce(null).mockResolvedValueOnce(texts);
  await expect(readRows(refused, z.null())).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'Der Server konnte die Anfrage nicht beantworten.',
  });
  await expect(readRows(refused, z.null())).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: expect.stringContaining('3'),
  });
});

describe('the file of the sentences', () => {
  /** The real module, with a file that loads as given. */
  function withFile(come: () => unknown) {
    const file = jest.fn(come);
    jest.resetModules();
    jest.doMock(SENTENCES, file);
    const actual = jest.requireActual<{ refusalTexts: typeof refusalTexts; prepareRefusals: () => void }>(
      './refusal-texts',
    );
    return { ...actual, file };
  }

  it('is requested again after a failure, and once after a success', async () => {
    let isLost = true;
    const {
      refusalTexts: ask,
      prepareRefusals,
      file,
    } = withFile(() => {
      if (isLost) throw new Error('The file did not come.');
      return jest.requireActual(SENTENCES);
    });
    prepareRefusals();
    await expect(ask()).resolves.toBeNull();
    isLost = false;
    await expect(ask()).resolves.toHaveProperty('readRefusal');
    await expect(ask()).resolves.toHaveProperty('readRefusal');
    expect(file).toHaveBeenCalledTimes(2);
  });

  it('is not waited for for long', async () => {
    jest.useFakeTimers();
    try {
      // oxlint-disable-next-line unicorn/no-thenable -- a module that waits for itself is never there
      const { refusalTexts: ask } = withFile(() => ({ __esModule: true, then: () => undefined }));
      const answer = ask();
      await jest.advanceTimersByTimeAsync(5_000);
      await expect(answer).resolves.toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });
});
