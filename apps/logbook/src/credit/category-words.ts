import { HOUR_CATEGORY_LABELS, type HourCategory } from '@nemus/data';

/** A category as its set calls it, or else as the portal does. */
export const categoryTitle = ({ category, title }: { category: HourCategory; title: string }): string =>
  title === '' ? HOUR_CATEGORY_LABELS[category] : title;

/** Today where the portal is, `yyyy-MM-dd`. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
