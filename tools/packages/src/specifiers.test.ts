import { packageOf, renameSpecifiers, specifiersOf } from './specifiers';

const SOURCE = `import a from './a';
import type { B } from "./b";
export { c } from './c';
export * from './d';
const late = () => import('./e');
type F = import('./f').F;
const text = "import x from './not-one'"; // import './nor-this'
`;

it('finds every module that a file names, and none in texts', () => {
  expect(specifiersOf('a.ts', SOURCE).map(({ value }) => value)).toEqual(['./a', './b', './c', './d', './e', './f']);
});

it('renames each where it stands, with its own quotes, and leaves the rest', () => {
  const renamed = renameSpecifiers('a.ts', SOURCE, (name) => `${name}/index.js`);
  expect(renamed).toBe(SOURCE.replace(/(['"])(\.\/[a-f])\1/g, '$1$2/index.js$1'));
  expect(renamed).toContain('"./b/index.js"');
  expect(renamed).toContain("'./not-one'");
});

it('says which file cannot be read', () => {
  expect(() => specifiersOf('broken.ts', 'import {')).toThrow(/^broken\.ts cannot be read/);
});

it.each([
  ['zod', 'zod'],
  ['react-dom/client', 'react-dom'],
  ['@nemus/ui/data', '@nemus/ui'],
  ['./a', null],
  ['#zod', null],
  ['node:path', null],
])('%s belongs to %p', (specifier, name) => {
  expect(packageOf(specifier)).toBe(name);
});
