import type { CsvColumn } from '@nemus/area';
import { COMPETENCIES, COMPETENCY_LABELS, HOUR_CATEGORY_LABELS, type SitePackage } from '@nemus/data';
import { formatDate, formatDateTime } from '@nemus/ui';

/** An entry of a package with the name of its site. */
export type PackedEntry = SitePackage['entries'][number] & { readonly site: string };

/** The entries of a package as rows of a table. */
export function packageRows({ sections, entries }: SitePackage): PackedEntry[] {
  const names = new Map(sections.map(({ id, name }) => [id, name]));
  return entries.map((entry) => ({ ...entry, site: names.get(entry.site_id ?? '') ?? '' }));
}

function competencyOf(key: string | null): string {
  const known = COMPETENCIES.find((competency) => competency === key);
  return known === undefined ? '' : COMPETENCY_LABELS[known];
}

export const PACKAGE_COLUMNS: readonly CsvColumn<PackedEntry>[] = [
  { header: 'Nummer', value: ({ id }) => id },
  { header: 'Datum', value: ({ done_on: day }) => formatDate(day) },
  { header: 'Kategorie', value: ({ category }) => HOUR_CATEGORY_LABELS[category] },
  { header: 'Minuten', value: ({ minutes }) => minutes },
  { header: 'Kompetenz', value: ({ competency }) => competencyOf(competency) },
  { header: 'Stätte', value: ({ site }) => site },
  { header: 'Notiz', value: ({ note }) => note },
  { header: 'Ausgestellt von', value: ({ issuer }) => issuer ?? '' },
  { header: 'Erster Tag', value: ({ started_on: from }) => (from === null ? '' : formatDate(from)) },
  { header: 'Prüfsumme der Datei', value: ({ file_sha256: hash }) => hash ?? '' },
  { header: 'Bestätigt von', value: ({ confirmed_by: by }) => by ?? '' },
  { header: 'Bestätigt am', value: ({ confirmed_at: at }) => (at === null ? '' : formatDateTime(at)) },
  { header: 'In Vertretung', value: ({ as_deputy: deputy }) => (deputy ? 'ja' : 'nein') },
  { header: 'Korrigiert den Eintrag', value: ({ corrects }) => corrects ?? '' },
  { header: 'Zählt', value: ({ counts }) => (counts ? 'ja' : 'nein') },
];
