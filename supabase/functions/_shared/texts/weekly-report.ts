import { z } from 'zod';
import { formatCount, once } from './values.ts';

const number = z.int();

/** Figures of a weekly report, as the database keeps them (private.nemus_report_figures). */
export const reportFiguresSchema = z.object({
  linked: number,
  active: number,
  confirmed_minutes: number,
  open_entries: number,
  bookings: number,
  places: number,
  next_dates: number,
  next_places: number,
  credits_used: number,
  credits_left: number,
  behind: number,
});
export type ReportFigures = z.infer<typeof reportFiguresSchema>;

/** A figure as people read it. */
export interface ReportLine {
  readonly label: string;
  readonly value: string;
}

const hours = once(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }));

/** The figures in the order of page and mail: first the seven days, then the current state. */
export const reportLines = (figures: ReportFigures): readonly ReportLine[] => [
  { label: 'Aktive PiW', value: `${formatCount(figures.active)} von ${formatCount(figures.linked)}` },
  { label: 'Bestätigte Stunden', value: hours().format(figures.confirmed_minutes / 60) },
  {
    label: 'Buchungen',
    value: `${formatCount(figures.bookings)} (${formatCount(figures.places)} ${figures.places === 1 ? 'Platz' : 'Plätze'})`,
  },
  { label: 'Verwendete Credits', value: formatCount(figures.credits_used) },
  { label: 'Verfügbare Credits', value: formatCount(figures.credits_left) },
  { label: 'Einträge, die auf Bestätigung warten', value: formatCount(figures.open_entries) },
  {
    label: 'Termine in den nächsten sieben Tagen',
    value: `${formatCount(figures.next_dates)} (${formatCount(figures.next_places)} ${figures.next_places === 1 ? 'Platz' : 'Plätze'})`,
  },
  { label: 'PiW im Rückstand', value: formatCount(figures.behind) },
];

/** All figures in one line, for a mail. */
export const reportSentence = (figures: ReportFigures): string =>
  reportLines(figures)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(' · ');
