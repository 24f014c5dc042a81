import { pathsBelow, SHARED_CHUNKS, sharedChunks } from './shared-chunks';

const chunksOf = (file: string) =>
  SHARED_CHUNKS.filter(({ folders }) => pathsBelow(folders).test(file)).map(({ name }) => name);

it.each([
  ['/repository/node_modules/react/index.js', ['react']],
  ['/repository/node_modules/react-dom/client.js', ['react']],
  ['C:\\repository\\node_modules\\@mui\\material\\Button\\Button.js', ['mui']],
  ['/repository/node_modules/react-router/dist/index.mjs', ['react']],
  ['/repository/node_modules/zod/v4/core/core.js', ['base']],
  ['/repository/libs/ui/src/forms/Field.tsx', ['ui']],
  ['/repository/libs/ui/src/gallery/Gallery.tsx', []],
  ['/repository/libs/ui/src/charts/Bars.tsx', []],
  ['/repository/libs/build/runtime/provided.mjs', []],
  ['/repository/apps/shell/src/main.ts', []],
  ['/repository/node_modules/react-hook-form/dist/index.esm.mjs', ['forms']],
])('puts %s into %j', (file, names) => {
  expect(chunksOf(file)).toEqual(names);
});

it('keeps a named import whole, in its own file', () => {
  const { areas } = sharedChunks({ entry: 'main', start: [], whole: ['areas'] });
  expect(areas).toMatchObject({ name: 'areas', enforce: true });
  expect(areas?.priority).toBeLessThan(sharedChunks({ entry: 'main', start: [], whole: [] })['mui']?.priority ?? 0);
});
