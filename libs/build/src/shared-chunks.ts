import type { Chunk } from '@rspack/core';

/** One chunk of the shell: the modules below these folders, wherever in the page they are needed. */
export interface SharedChunk {
  readonly name: string;
  /** Beginnings of paths below `node_modules/`, or of the workspace's own with a leading `libs/`. */
  readonly folders: readonly string[];
}

/**
 * The chunks in which visitors get what everybody needs. Few, since every file costs a turn of one of the browser's
 * connections; several, since they arrive and are parsed beside each other; and by rhythm of change, so that a release
 * of the shell leaves those in the cache whose libraries it did not touch.
 */
export const SHARED_CHUNKS: readonly SharedChunk[] = [
  { name: 'react', folders: ['react/', 'react-dom/', 'scheduler/'] },
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
  {
    name: 'kit',
    folders: ['zod/', 'react-router/', 'react-router-dom/', 'libs/build/runtime/(?:zod|react-router)'],
  },
  {
    name: 'base',
    folders: ['@supabase/auth-js/', '@supabase/functions-js/', 'tslib/', 'zustand/'],
  },
  { name: 'ui', folders: ['libs/ui/src/(?!gallery|charts|table|data|fonts)'] },
];

/**
 * The same as the bundler's cache groups: what the sign-in page uses of these folders. The named `import()`s stay whole,
 * a file each; the bundler would make a file of everything that another page needs as well.
 */
export function sharedChunks(whole: readonly string[]) {
  const initial = SHARED_CHUNKS.map(({ name, folders }) => [
    name,
    { name, test: pathsBelow(folders), chunks: 'initial' as const, enforce: true, priority: 20 },
  ]);
  const imported = whole.map((name) => [
    name,
    { name, chunks: (chunk: Chunk) => chunk.name === name, enforce: true, priority: 30 },
  ]);
  return Object.fromEntries([...initial, ...imported]);
}

/** Matches files below the folders, with the separators of any system. */
export function pathsBelow(folders: readonly string[]): RegExp {
  const starts = folders.map((folder) =>
    (folder.startsWith('libs/') ? folder : `node_modules/${folder}`).replaceAll('/', '[\\\\/]'),
  );
  return new RegExp(`[\\\\/](?:${starts.join('|')})`);
}
