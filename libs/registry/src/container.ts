/** Name of a release that no other release shares: the container's global, and the bundler's `uniqueName`. */
export function containerName(remote: string, version: string): string {
  return `nemus_${remote}_${version}`.replaceAll(/\W/g, '_');
}

/** Folder of a release in the store, with a trailing slash. */
export function releasePath(remote: string, version: string): string {
  return `releases/${remote}/${version}/`;
}

/**
 * Beginning of the names of files whose name says their bytes. Each lies in the folder of its release and, once for all
 * releases of the area, in the folder of this name beside them: what a release did not change has the address that
 * browsers know.
 */
export const CONTENT_FOLDER = 'by-content/';

/** Folder of what the releases of an area share, with a trailing slash: the place of {@link CONTENT_FOLDER} in it. */
export function areaPath(remote: string): string {
  return `releases/${remote}/`;
}

/** Whether a file of a release is one that its area keeps once for all releases. */
export function isByContent(file: string): boolean {
  return file.startsWith(CONTENT_FOLDER);
}

/** Name of the release document in its folder. */
export const RELEASE_FILE = 'release.json';

/** Path of an environment's registry document in the store. */
export function registryPath(environment: string): string {
  return `registry/${environment}.json`;
}

/** The federation runtime under every container: the shell brings it along, and no release carries a copy. */
export const RUNTIME_MODULE = '@module-federation/runtime-core';
