import { pathsBelow, SHARED_CHUNKS, sharedChunks } from './shared-chunks';

const chunksOf = (file: string) =>
  SHARED_CHUNKS.filter(({ folders }) => pathsBelow(folders).test(file)).map(({ name }) => name);

it.each([
  ['/repository/node_modules/react/index.js', ['react']],
  ['/repository/node_modules/react-dom/client.js', ['react']],
  ['C:\\repository\\node_modules\\@mui\\material\\Button\\Button.js', ['mui']],
  ['/repository/node_modules/react-router/dist/index.mjs', ['kit']],
  ['/repository/libs/ui/src/forms/Field.tsx', ['ui']],
  ['/repository/libs/ui/src/gallery/Gallery.tsx', []],
  ['/repository/libs/ui/src/charts/Bars.tsx', []],
  ['/repository/libs/build/runtime/provided.mjs', []],
  ['/repository/apps/shell/src/main.tsx', []],
  ['/repository/node_modules/react-hook-form/dist/index.esm.mjs', []],
])('puts %s into %j', (file, names) => {
  expect(chunksOf(file)).toEqual(names);
});

it('keeps a named import whole, a file of its own', () => {
  const { areas } = sharedChunks(['areas']);
  expect(areas).toMatchObject({ name: 'areas', enforce: true });
  expect(areas?.priority).toBeGreaterThan(sharedChunks([])['mui']?.priority ?? 0);
});
