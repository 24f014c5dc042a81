/** The one rule for what belongs to the screen alone: frames, menus, filters and buttons stay off paper. */
export const offPaper = { '@media print': { display: 'none' } } as const;
