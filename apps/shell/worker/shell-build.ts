/** A file of the shell with the required hash (Subresource Integrity). */
export interface ShellFile {
  readonly url: string;
  readonly integrity: string;
}

/**
 * What the worker knows of the shell that it was built with. It is part of the worker's own script, which browsers only
 * load from the portal's server: unlike caches, no code in a page can change it.
 */
export interface ShellBuild {
  /** Hash of `index.html`. */
  readonly page: string;
  /** A policy for the page in every environment, in addition to the server's. */
  readonly policy: string;
  /** What a start of an account needs: the page works offline only when all of it is cached. */
  readonly start: readonly ShellFile[];
  /** Files that stylesheets request, without a hash. */
  readonly fonts: readonly ShellFile[];
}

/** Prepended to the script by the build (`libs/build/src/worker-plugin.ts`). */
declare const NEMUS_SHELL_BUILD: ShellBuild;
export const shellBuild: ShellBuild = NEMUS_SHELL_BUILD;
