/** A file of the shell with the hash that its bytes must have (Subresource Integrity). */
export interface ShellFile {
  readonly url: string;
  readonly integrity: string;
}

/**
 * What the worker knows of the shell that it was built with. It stands in the worker's own script, which browsers take
 * from the portal's server alone: nothing that runs in a page can change it, as it can everything in caches.
 */
export interface ShellBuild {
  /** Hash of `index.html`. */
  readonly page: string;
  /** A policy that holds for the page in every environment, beside the one that the server sent with it. */
  readonly policy: string;
  /** What a start of an account needs: the page does without the network only when all of it is on the device. */
  readonly start: readonly ShellFile[];
  /** Files that styles ask for, which cannot name a hash. */
  readonly fonts: readonly ShellFile[];
}

/** Written in front of the script by the build (`libs/build/src/worker-plugin.ts`). */
declare const NEMUS_SHELL_BUILD: ShellBuild;
export const shellBuild: ShellBuild = NEMUS_SHELL_BUILD;
