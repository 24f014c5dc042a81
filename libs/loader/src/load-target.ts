import type { Override, ReleaseChannel, ReleasePointer } from '@nemus/registry';

/** Where the shown code comes from. */
export type AreaSource = ReleaseChannel | 'override';

/** What is loaded: a release that the registry points to, or the folder of an override. */
export interface LoadTarget extends ReleasePointer {
  /** Folder of an override, absolute, with a trailing slash. Its digest is unknown; its hashes count. */
  readonly override?: string;
}

/**
 * Placeholder for the version of an override until its document is read. Never equals a release's version, which is
 * numeric.
 */
export const OVERRIDE_VERSION = 'override';

/** An override as something to load. */
export function overrideTarget({ url }: Override): LoadTarget {
  return { version: OVERRIDE_VERSION, path: url, digest: '', contract: '*', override: url };
}
