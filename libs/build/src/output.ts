import path from 'node:path';
import type { BuildMode } from './mode';
import { workspaceRoot } from './workspace';

/**
 * Replaces an app's folder where its builds are looked up (`<folder>/dist`). Development builds are separate: they
 * must never be packed as a release, nor cached.
 */
export function builtAppFolder(folder: string, mode: BuildMode): string {
  return mode === 'production' ? folder : path.join(workspaceRoot(folder), 'dist/dev', path.basename(folder));
}

/** Folder that a build writes to. */
export function outputFolder(folder: string, mode: BuildMode): string {
  return path.join(builtAppFolder(folder, mode), 'dist');
}
