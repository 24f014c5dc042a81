import { findCircles } from './circles';
import { specifiersOf } from './read-imports';

it('finds one circle per group of files, by a shortest way around', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', ['e']],
    ['e', []],
    ['self', ['self']],
    ['x', ['y']],
    ['y', ['x']],
  ]);
  expect(
    findCircles(graph)
      .map((way) => way.join(' '))
      .toSorted(),
  ).toEqual(['a b c a', 'self self', 'x y x']);
});

it('lets a file be reached in several ways', () => {
  expect(
    findCircles(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['d']],
        ['c', ['d']],
        ['d', []],
      ]),
    ),
  ).toEqual([]);
});

it('reads imports of types, of parts that are loaded later, and re-exports, but no comment', () => {
  const text = [
    `import { a } from './a';`,
    `import type { B } from './b';`,
    `export { c } from './c';`,
    `export * from './d';`,
    `const e = () => import('./e');`,
    `const f = (name: string) => import(name);`,
    `// import './g'`,
  ].join('\n');
  expect(specifiersOf('x.ts', text)).toEqual(['./a', './b', './c', './d', './e']);
});
