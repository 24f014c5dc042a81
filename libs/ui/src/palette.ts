/** The command palette's dialog: with the shell's late code alone, since what areas share comes with every first area. */
export * from './overlays/CommandDialog';
