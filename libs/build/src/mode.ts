/** How a build is meant: `production` for releases, `watch` for working on an area (with source maps). */
export type BuildMode = 'production' | 'watch';

/** Environment variable that tells a configuration how it is built; set for the builds of a watch. */
export const MODE_VARIABLE = 'NEMUS_BUILD_MODE';

/** The mode of this process. */
export function buildMode(): BuildMode {
  return process.env[MODE_VARIABLE] === 'watch' ? 'watch' : 'production';
}
