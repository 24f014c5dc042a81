/** Today where the portal is, as `yyyy-MM-dd`. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });

/** Whether a last day has passed; null is open. */
export const isOver = (until: string | null): boolean => until !== null && until < today();
