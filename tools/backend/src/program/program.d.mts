import type { BuildResult } from 'esbuild';

/** The program of a command line, as a file that Node runs as it is. @param entry Its source, from the repository's root. */
export function programOf(entry: string): Promise<string>;

/** Bundles a command line. @param options `up`: way from the program to the root; `packages`: installed ones stay outside. */
export function bundleProgram(
  entry: string,
  options: { readonly up: string; readonly packages?: 'external' },
): Promise<BuildResult<{ write: false; metafile: true }>>;
