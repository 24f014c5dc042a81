import type { CatalogueDate } from '@nemus/data';
import { formatDate, formatDays, formatTime } from '@nemus/ui';
import { berlinDay } from '../calendar/berlin';

/** "01.02.2027 – 03.02.2027, 09:00 Uhr"; for a date in parts "01.02.2027 – 22.02.2027, 3 Teile". */
export function daysOf({ starts_at, ends_at, parts }: CatalogueDate): string {
  const [first, last] = [berlinDay(starts_at), berlinDay(ends_at)];
  return `${first === last ? formatDate(starts_at) : formatDays(first, last)}, ${parts === null ? `${formatTime(starts_at)} Uhr` : `${parts.length} Teile`}`;
}

/** Days and hours of each part: "12.03.2027, 18:00 – 21:00 Uhr"; nothing for a date with a single part. */
export const partTimes = ({ parts }: Pick<CatalogueDate, 'parts'>): readonly string[] =>
  (parts ?? []).map(({ title, starts_at, ends_at }) => {
    const hours = `${formatDate(starts_at)}, ${formatTime(starts_at)} – ${formatTime(ends_at)} Uhr`;
    return title === '' ? hours : `${title}: ${hours}`;
  });

/** Where a date takes place; its format when it is online. */
export const placeOf = ({ format, location }: CatalogueDate): string =>
  location === '' || format === 'Online' ? format : location;
