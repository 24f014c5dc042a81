/** Name of a release that no other release shares: the container's global, and the bundler's `uniqueName`. */
export function containerName(remote: string, version: string): string {
  return `nemus_${remote}_${version}`.replaceAll(/\W/g, '_');
}

/** Folder of a release in the store, with a trailing slash. */
export function releasePath(remote: string, version: string): string {
  return `releases/${remote}/${version}/`;
}

/**
 * Prefix of content-addressed file names. Such a file is in the folder of its release and, once for all releases of the
 * area, in a folder of this name next to them: a file that a release did not change keeps the address that browsers
 * have cached.
 */
export const CONTENT_FOLDER = 'by-content/';

/**
 * Folder of the files that the releases of an area share, with a trailing slash: the location of {@link CONTENT_FOLDER}
 * in it.
 */
export function areaPath(remote: string): string {
  return `releases/${remote}/`;
}

/** Whether a file of a release is stored once for all releases of its area. */
export function isByContent(file: string): boolean {
  return file.startsWith(CONTENT_FOLDER);
}

/** Name of the release document in its folder. */
export const RELEASE_FILE = 'release.json';

/** Path of an environment's registry document in the store. */
export function registryPath(environment: string): string {
  return `registry/${environment}.json`;
}

/** The federation runtime under every container: the shell provides it, and no release contains a copy. */
export const RUNTIME_MODULE = '@module-federation/runtime-core';
