import { COMPETENCY_LABELS, type Trainee } from '@nemus/data';
import { formatDate } from '@nemus/ui';
import type { CsvColumn } from '@nemus/area';
import type { ColumnKey } from './trainee-address';
import { accessLabel, STATUS_LABELS } from './trainee-labels';

const PERSON: readonly CsvColumn<Trainee>[] = [
  { header: 'Nachname', value: (trainee) => trainee.last_name },
  { header: 'Vorname', value: (trainee) => trainee.first_name },
  { header: 'E-Mail', value: (trainee) => trainee.email },
  { header: 'Beispiel', value: (trainee) => (trainee.is_sample ? 'ja' : trainee.has_sample_hours ? 'Stunden' : '') },
];

const FURTHER: Readonly<Record<ColumnKey, readonly CsvColumn<Trainee>[]>> = {
  status: [{ header: 'Status', value: (trainee) => STATUS_LABELS[trainee.status].text }],
  access: [{ header: 'Portalzugang', value: (trainee) => accessLabel(trainee).text }],
  registered: [{ header: 'Registriert am', value: (trainee) => formatDate(trainee.registered_on) }],
  hours: [
    { header: 'Absolvierte Stunden', value: (trainee) => trainee.completed_hours },
    { header: 'Stunden gesamt', value: (trainee) => trainee.total_hours },
  ],
  competencies: [
    {
      header: 'Kompetenzen',
      value: (trainee) => trainee.competencies.map((key) => COMPETENCY_LABELS[key]).join(', '),
    },
  ],
  phone: [{ header: 'Telefon', value: (trainee) => trainee.phone }],
};

/** Columns of the file: the person, and the list's columns. */
export function traineeCsvColumns(shown: readonly ColumnKey[]): readonly CsvColumn<Trainee>[] {
  return [...PERSON, ...shown.flatMap((key) => FURTHER[key])];
}
