import type { CsvColumn } from '@nemus/area';
import { HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, wholeUnits, type CohortRow, type HourCategory } from '@nemus/data';
import { STANDING_WORDS } from '../../credit/standing-words';

const hoursOf = ({ categories }: CohortRow, wanted: HourCategory) =>
  categories.find(({ category }) => category === wanted);

/** Columns of the cohort as a table: three for each category. */
export const COHORT_COLUMNS: readonly CsvColumn<CohortRow>[] = [
  { header: 'Vorname', value: ({ first_name: first }) => first },
  { header: 'Nachname', value: ({ last_name: last }) => last },
  { header: 'Anforderungen', value: ({ set }) => (set === null ? '' : `${set.name}, Version ${set.version}`) },
  { header: 'Zeit vergangen in Prozent', value: ({ elapsed }) => (elapsed === null ? '' : String(elapsed)) },
  { header: 'Mit Beispielstunden', value: ({ has_sample_hours: hasSamples }) => (hasSamples ? 'ja' : '') },
  ...HOUR_CATEGORIES.flatMap((category): CsvColumn<CohortRow>[] => [
    {
      header: `${HOUR_CATEGORY_LABELS[category]}, Einheiten`,
      value: (row) => {
        const hours = hoursOf(row, category);
        return hours === undefined ? '' : String(wholeUnits(hours.done_minutes, hours.unit_minutes));
      },
    },
    {
      header: `${HOUR_CATEGORY_LABELS[category]}, verlangt`,
      value: (row) => String(hoursOf(row, category)?.required_units ?? ''),
    },
    {
      header: `${HOUR_CATEGORY_LABELS[category]}, Stand`,
      value: (row) => {
        const hours = hoursOf(row, category);
        return hours === undefined || hours.required_units === null ? '' : STANDING_WORDS[hours.standing].text;
      },
    },
  ]),
];
