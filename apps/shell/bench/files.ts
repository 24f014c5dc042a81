/**
 * What `tools/bench` needs of the shell stands in this folder, and it imports nothing else of it: this file for builds,
 * `types.ts`, and one file for each chunk that the measured programs are made of. A file of the shell that moves is
 * followed here.
 */

/** Files that a program built for comparison has in another form, below `apps/shell`. */
export const REPLACED = {
  config: 'src/config/config.ts',
  registrySource: 'src/registry/registry-source.ts',
  loadPlatform: 'src/platform/load-platform.ts',
  releaseHealth: 'src/health/release-health.ts',
  firstScreen: 'src/setup/first-screen.ts',
  loadView: 'src/load-view.ts',
  areaOutlet: 'src/area/AreaOutlet.tsx',
  signedInArea: 'src/app/signed-in-area.ts',
} as const;

/** Where a program and its worker begin, its page, and what is served as it is; below `apps/shell`. */
export const PROGRAM = {
  entry: 'src/main.ts',
  worker: 'worker/worker.ts',
  page: 'src/index.html',
  served: 'public',
} as const;
