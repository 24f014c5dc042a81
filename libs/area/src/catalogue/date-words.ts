import type { CatalogueDate } from '@nemus/data';
import { formatDate, formatDays, formatTime } from '@nemus/ui';
import { berlinDay } from '../calendar/berlin';

/** "01.02.2027 – 03.02.2027, 09:00 Uhr" */
export function daysOf({ starts_at, ends_at }: CatalogueDate): string {
  const [first, last] = [berlinDay(starts_at), berlinDay(ends_at)];
  return `${first === last ? formatDate(starts_at) : formatDays(first, last)}, ${formatTime(starts_at)} Uhr`;
}

/** Where a date takes place; its format when it is online. */
export const placeOf = ({ format, location }: CatalogueDate): string =>
  location === '' || format === 'Online' ? format : location;
