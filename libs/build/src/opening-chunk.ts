import type { Compilation, Module } from '@rspack/core';

/**
 * Chunk of the page that an area's menu entry leads to, named in the area's `import()`: it is requested with the area's
 * entry, not a round trip later. Optional.
 */
export const firstPageChunk = (area: string) => `${area}-first-page`;

/**
 * Puts everything that an area is opened with into one file besides its first page. By default the bundler splits off
 * what the area shares with a slot or a search, and what its pages share, and every file costs a start a request, a
 * hash and a script. Modules that slots share with pages are excluded: slots would load the file elsewhere.
 *
 * @param area name of the area
 * @param opening chunk of the module that renders it
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
