import type { Compilation } from '@rspack/core';

/**
 * Files of a dynamically imported chunk by its name, including the chunks that it needs. Throws when the build has no
 * such chunk.
 *
 * @returns Files relative to the output folder.
 */
export function chunkFiles(compilation: Compilation, name: string): string[] {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`The build has no chunk "${name}"; an import() with that name is missing.`);
  return released(group.getFiles());
}

/** For pages and tools in development, in addition to the loaded files. */
const BESIDE = /\.hot-update\.(js|json)$|\.map$/;

/** Files without hot updates and maps, which the bundler attributes to the changed chunks. */
export function released(files: Iterable<string>): string[] {
  return [...files].filter((file) => !BESIDE.test(file));
}
