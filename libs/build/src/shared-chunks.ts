import type { Chunk, Compilation, Module } from '@rspack/core';

/** One chunk of the shell: the modules below these folders, wherever the page needs them. */
export interface SharedChunk {
  readonly name: string;
  /** Beginnings of paths below `node_modules/`, or of the workspace's own with a leading `libs/`. */
  readonly folders: readonly string[];
  /** Needed by the entry, before the first render. */
  readonly isFirst?: true;
  /** Not needed by code that every start runs. */
  readonly isLate?: true;
}

/**
 * The chunks that every visitor loads. Few, since every file takes a slot of the browser's connections; several, since
 * they load and parse in parallel; and grouped by how often they change, so that a release of the shell keeps unchanged
 * libraries in the cache.
 */
export const SHARED_CHUNKS: readonly SharedChunk[] = [
  {
    name: 'base',
    isFirst: true,
    folders: ['tslib/', 'zustand/(?:esm/)?vanilla', 'zod/', 'libs/build/runtime/zod'],
  },
  { name: 'react', folders: ['react/', 'react-dom/', 'scheduler/', 'react-router/', 'react-router-dom/'] },
  {
    name: 'mui',
    folders: [
      '@mui/',
      '@emotion/',
      '@popperjs/',
      '@babel/',
      'clsx/',
      'react-is/',
      'react-transition-group/',
      'stylis/',
    ],
  },
  { name: 'supabase', isLate: true, folders: ['@supabase/(?!auth-js/|storage-js/)', 'libs/build/runtime/supabase'] },
  { name: 'ui', folders: ['libs/ui/src/(?!gallery|charts|table|data|fonts)'] },
  // The sign-in, and pages with a form.
  { name: 'forms', isLate: true, folders: ['react-hook-form/', '@hookform/'] },
];

/** Kinds of chunks of the shell. */
export interface ChunkNames {
  readonly entry: string;
  /** `import()`s of every start. */
  readonly start: readonly string[];
  /**
   * `import()`s that stay whole, one file each: the bundler would otherwise split off what another page needs as well.
   */
  readonly whole: readonly string[];
}

/** The same as the bundler's cache groups. They contain only what the start uses of these folders. */
export function sharedChunks({ entry, start, whole }: ChunkNames) {
  const libraries = SHARED_CHUNKS.map(({ name, folders, isFirst, isLate }) => {
    const below = pathsBelow(folders);
    const test: CacheGroupTest = (module, { chunkGraph }) => {
      if (!below.test(module.nameForCondition() ?? '')) return false;
      const names = [...chunkGraph.getModuleChunksIterable(module)].map((chunk) => chunk.name ?? '');
      const isInEntry = names.includes(entry);
      if (isFirst || isInEntry) return isFirst === isInEntry;
      return isLate ?? start.some((wanted) => names.includes(wanted));
    };
    return [name, { name, test, chunks: 'all' as const, enforce: true, priority: 30 }] as const;
  });
  const imported = whole.map(
    (name) => [name, { name, chunks: (chunk: Chunk) => chunk.name === name, enforce: true, priority: 20 }] as const,
  );
  return { ...Object.fromEntries(libraries), ...Object.fromEntries(imported) };
}

type CacheGroupTest = (module: Module, context: { readonly chunkGraph: Compilation['chunkGraph'] }) => boolean;

/** Matches files below the folders, with any path separator. */
export function pathsBelow(folders: readonly string[]): RegExp {
  const starts = folders.map((folder) =>
    (folder.startsWith('libs/') ? folder : `node_modules/${folder}`).replaceAll('/', '[\\\\/]'),
  );
  return new RegExp(`[\\\\/](?:${starts.join('|')})`);
}
