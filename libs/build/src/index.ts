/** Builds shell and remotes: one line of configuration per app. */
export { remoteBuild } from './remote';
export { shellBuild } from './shell';
export type { BuildFunction, BuildMode, CommandEnvironment } from './mode';
