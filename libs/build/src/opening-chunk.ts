import type { Compilation, Module } from '@rspack/core';

/**
 * Chunk of the page that an area's menu entry leads to, as the area names it in its `import()`: it is asked for with the
 * area's entry, not a round trip behind it. An area that names none is as it was.
 */
export const firstPageChunk = (area: string) => `${area}-first-page`;

/**
 * Keeps what an area is opened with in one file beside its first page. The bundler would make a file of whatever the area
 * has in common with a slot or a search, and of what its pages have in common, and every file costs a start a request, a
 * hash and a script of its own. What slots need of pages stays out: they would be loaded with it elsewhere.
 *
 * @param area name of the area
 * @param opening chunk of the module that draws it
 * @param exposed chunks of all modules that it exposes
 */
export function openingChunk(area: string, opening: string, exposed: readonly string[]) {
  const others = exposed.filter((name) => name !== opening);
  const firstPage = firstPageChunk(area);
  return {
    [opening]: {
      name: opening,
      chunks: 'all' as const,
      enforce: true,
      test: (module: Module, { chunkGraph }: { chunkGraph: Compilation['chunkGraph'] }) => {
        const names = [...chunkGraph.getModuleChunksIterable(module)].map(({ name }) => name ?? '');
        if (names.includes(opening)) return true;
        return names.length > 1 && names.includes(firstPage) && !others.some((other) => names.includes(other));
      },
    },
  };
}
