import { existsSync, readFileSync } from 'node:fs';
import { SEAM } from './seam';

/** Functions and values that a module declares and exports. */
const exportsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, name]) => name,
  );

// Reading the table throws when a file has moved: the program would otherwise be built with the portal's own code.
test.each([...SEAM])('what replaces %s has the same exports', (original, substitute) => {
  const file = ['.ts', '.tsx'].map((ending) => original + ending).find((candidate) => existsSync(candidate)) ?? '';
  const missing = exportsOf(file).filter((name) => !exportsOf(substitute).includes(name));
  // Read while the program is built, and by the programs that deploy it.
  expect(missing.filter((name) => name !== 'portalConfigSchema' && name !== 'parseConfig')).toEqual([]);
});
