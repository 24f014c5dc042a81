/** Builds shell and remotes: one line of configuration per app. */
export { remoteBuild } from './remote';
export { shellBuild } from './shell';
