import { z } from 'zod';
import { tells } from './entry.ts';

afterEach(() => jest.restoreAllMocks());

it('makes no formatter before a text asks for one: every page starts with these files', () => {
  const made = [jest.spyOn(Intl, 'NumberFormat'), jest.spyOn(Intl, 'DateTimeFormat')];
  jest.isolateModules(() => {
    jest.requireActual('./index.ts');
  });
  for (const maker of made) expect(maker).not.toHaveBeenCalled();
});

it('makes the schema of a sentence when it is first read, and once', () => {
  const values = jest.fn(() => z.object({ left: z.int() }));
  const entry = tells(409, 'Es sind keine frei.', values, ({ left }) => `Es sind noch ${left} frei.`);
  expect(values).not.toHaveBeenCalled();
  expect([entry.read({ left: 3 }), entry.read({ left: 'viele' })]).toEqual([
    'Es sind noch 3 frei.',
    'Es sind keine frei.',
  ]);
  expect(values).toHaveBeenCalledTimes(1);
});
