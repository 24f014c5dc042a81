import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { nameProblem, unprintable } from './printable-names.ts';

/** Also read by the test of `private.nemus_unprintable`. */
const cases = z
  .array(z.object({ name: z.string(), first: z.string().nullable() }))
  .parse(JSON.parse(readFileSync(path.join(__dirname, 'name-cases.json'), 'utf8')));

it.each(cases)('finds in $name the first character that no document prints', ({ name, first }) =>
  expect(unprintable(name)).toBe(first),
);

it('says which character it is and what to do', () => {
  expect(nameProblem('Anna 李')).toMatch(/^Das Zeichen „李“ .* lateinischer, griechischer oder kyrillischer Schrift/);
  expect(nameProblem('Anna')).toBeUndefined();
});
