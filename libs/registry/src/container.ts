/** Name of a release that no other release shares: the container's global, and the bundler's `uniqueName`. */
export function containerName(remote: string, version: string): string {
  return `nemus_${remote}_${version}`.replaceAll(/\W/g, '_');
}

/** Folder of a release in the store, with a trailing slash. */
export function releasePath(remote: string, version: string): string {
  return `releases/${remote}/${version}/`;
}

/** Name of the release document in its folder. */
export const RELEASE_FILE = 'release.json';

/** Path of an environment's registry document in the store. */
export function registryPath(environment: string): string {
  return `registry/${environment}.json`;
}

/** The federation runtime under every container: the shell brings it along, and no release carries a copy. */
export const RUNTIME_MODULE = '@module-federation/runtime-core';
