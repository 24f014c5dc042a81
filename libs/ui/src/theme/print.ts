/** Hides what belongs to the screen only: frames, menus, filters and buttons are not printed. */
export const offPaper = { '@media print': { display: 'none' } } as const;
