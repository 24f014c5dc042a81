import { pathsBelow, SHARED_CHUNKS } from './shared-chunks';

const chunksOf = (file: string) =>
  SHARED_CHUNKS.filter(({ folders }) => pathsBelow(folders).test(file)).map(({ name }) => name);

it.each([
  ['/work/node_modules/react/index.js', ['react']],
  ['/work/node_modules/react-dom/client.js', ['react']],
  ['C:\\work\\node_modules\\@mui\\material\\Button\\Button.js', ['mui']],
  ['/work/node_modules/react-router/dist/index.mjs', ['kit']],
  ['/work/libs/ui/src/forms/Field.tsx', ['ui']],
  ['/work/libs/ui/src/gallery/Gallery.tsx', []],
  ['/work/libs/ui/src/charts/Bars.tsx', []],
  ['/work/libs/build/runtime/provided.mjs', []],
  ['/work/apps/shell/src/main.tsx', []],
  ['/work/node_modules/react-hook-form/dist/index.esm.mjs', []],
])('puts %s into %j', (file, names) => {
  expect(chunksOf(file)).toEqual(names);
});
