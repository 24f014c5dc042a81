import type { CsvColumn } from '@nemus/area';
import {
  attributeWord,
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  ENTRY_ATTRIBUTE_LABELS,
  ENTRY_ATTRIBUTES,
  HOUR_CATEGORY_LABELS,
  type WholeLogbookRow,
} from '@nemus/data';
import { formatDate } from '@nemus/ui';

const STATES: Readonly<Record<WholeLogbookRow['state'], string>> = {
  draft: 'Gespeichert',
  submitted: 'Eingereicht',
  confirmed: 'Bestätigt',
  returned: 'Zurückgegeben',
};
const day = (moment: string | null) => (moment === null ? '' : formatDate(moment));

/** Columns of the whole logbook; ids link corrections to entries. */
export const LOGBOOK_COLUMNS: readonly CsvColumn<WholeLogbookRow>[] = [
  { header: 'Datum', value: ({ done_on: on }) => formatDate(on) },
  { header: 'Kategorie', value: ({ category }) => HOUR_CATEGORY_LABELS[category] },
  { header: 'Minuten', value: ({ minutes }) => String(minutes) },
  { header: 'Kompetenz', value: ({ competency }) => (competency === null ? '' : COMPETENCY_LABELS[competency]) },
  { header: 'Stufe', value: ({ level }) => (level === null ? '' : COMPETENCY_LEVEL_LABELS[level]) },
  { header: 'Stätte', value: ({ site }) => site?.name ?? '' },
  { header: 'Fall', value: (row) => row.case?.code ?? '' },
  ...ENTRY_ATTRIBUTES.map((name) => ({
    header: ENTRY_ATTRIBUTE_LABELS[name],
    value: (row: WholeLogbookRow) => attributeWord(row, name) ?? '',
  })),
  { header: 'Notiz', value: ({ note }) => note },
  { header: 'Ausgestellt von', value: ({ issuer }) => issuer ?? '' },
  { header: 'Erster Tag', value: ({ started_on: from }) => day(from) },
  { header: 'Stand', value: ({ state }) => STATES[state] },
  { header: 'Eingereicht am', value: ({ submitted_at: at }) => day(at) },
  { header: 'Bestätigt von', value: ({ confirmed_by: by }) => by ?? '' },
  { header: 'Bestätigt am', value: ({ confirmed_at: at }) => day(at) },
  { header: 'Zurückgegeben von', value: ({ returned_by: by }) => by ?? '' },
  { header: 'Grund', value: ({ return_reason: reason }) => reason ?? '' },
  { header: 'Kennung', value: ({ id }) => id },
  { header: 'Korrigiert', value: ({ corrects }) => corrects ?? '' },
  { header: 'Übernommen', value: ({ is_imported: isImported }) => (isImported ? 'ja' : '') },
  { header: 'Beispiel', value: ({ is_sample: isSample }) => (isSample ? 'ja' : '') },
];
