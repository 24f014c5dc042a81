import type { CsvColumn } from '@nemus/area';
import type { TeachingDate } from '@nemus/data';
import { formatDate, formatTime } from '@nemus/ui';

/** Columns of the list of dates as a table. */
export const DATE_COLUMNS: readonly CsvColumn<TeachingDate>[] = [
  { header: 'Kurs', value: ({ course_title: title }) => title },
  { header: 'Titel', value: ({ title }) => title },
  { header: 'Erster Tag', value: ({ starts_at: start }) => formatDate(start) },
  { header: 'Beginn', value: ({ starts_at: start }) => formatTime(start) },
  { header: 'Letzter Tag', value: ({ ends_at: end }) => formatDate(end) },
  { header: 'Ende', value: ({ ends_at: end }) => formatTime(end) },
  { header: 'Teile', value: ({ parts }) => parts?.length ?? 1 },
  { header: 'Format', value: ({ format }) => format },
  { header: 'Ort', value: ({ location }) => location },
  { header: 'Lehrende', value: ({ teachers }) => teachers.map(({ name }) => name).join(', ') },
  { header: 'Plätze', value: ({ capacity }) => capacity },
  { header: 'Belegt', value: ({ taken }) => taken },
  { header: 'Warteliste', value: ({ waiting }) => waiting },
  {
    header: 'Stand',
    value: ({ cancelled_at: cancelled, is_draft: isDraft }) =>
      cancelled === null ? (isDraft ? 'Kurs ist ein Entwurf' : 'Geplant') : 'Abgesagt',
  },
];
