/**
 * The command palette's dialog: only in the shell's lazy code, since the code shared with areas loads with the first
 * area.
 */
export * from './overlays/CommandDialog';
