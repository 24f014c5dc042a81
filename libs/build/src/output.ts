import path from 'node:path';
import type { BuildMode } from './mode';
import { workspaceRoot } from './workspace';

/**
 * Folder that stands for an app's own where its builds are looked for (`<folder>/dist`). What is served for development
 * lies apart: a release must never be packed from it, and the cache of builds must not keep it.
 */
export function builtAppFolder(folder: string, mode: BuildMode): string {
  return mode === 'production' ? folder : path.join(workspaceRoot(folder), 'dist/dev', path.basename(folder));
}

/** Folder that a build writes to. */
export function outputFolder(folder: string, mode: BuildMode): string {
  return path.join(builtAppFolder(folder, mode), 'dist');
}
