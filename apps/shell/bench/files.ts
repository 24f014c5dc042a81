/**
 * What `tools/bench` needs of the shell is in this folder, and it imports nothing else of it: this file for builds,
 * `types.ts`, and one file per chunk of the measured programs. When a file of the shell moves, update it here.
 */

/** Files that a comparison program replaces, below `apps/shell`. */
export const REPLACED = {
  loadPlatform: 'src/platform/load-platform.ts',
  loadView: 'src/load-view.ts',
  areaOutlet: 'src/area/AreaOutlet.tsx',
} as const;

/** Entries of a program and its worker, its page with what the shell's own build has put into it, and static files; below `apps/shell`. */
export const PROGRAM = {
  entry: 'src/main.ts',
  worker: 'worker/worker.ts',
  page: 'src/index.html',
  firstPage: 'dist/page/page.cjs',
  served: 'public',
} as const;
