import type { Compilation } from '@rspack/core';

/**
 * Files of a chunk that is imported by name, with those of the chunks that it needs.
 * Throws when the build has no such chunk.
 *
 * @returns Files relative to the output folder.
 */
export function chunkFiles(compilation: Compilation, name: string): string[] {
  const group = compilation.namedChunkGroups.get(name);
  if (!group) throw new Error(`The build has no chunk "${name}"; an import() with that name is missing.`);
  return released(group.getFiles());
}

/** Made for pages and tools of development, beside what is loaded. */
const BESIDE = /\.hot-update\.(js|json)$|\.map$/;

/** Files without hot updates, which the bundler counts to the chunks that they change, and without maps. */
export function released(files: Iterable<string>): string[] {
  return [...files].filter((file) => !BESIDE.test(file));
}
