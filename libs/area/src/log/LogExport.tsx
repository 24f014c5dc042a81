import { Button, formatDateTime } from '@nemus/ui';
import type { CsvColumn } from '../files/csv';
import { useExport } from '../files/useExport';
import { columnLabel } from './column-words';
import { differencesOf } from './differences';
import type { LogLine, LogWords } from './log-line';

/** Exports every line of a selection as a table. */
export function LogExport<Line extends LogLine>({
  words,
  who = [],
  rows,
}: {
  words: LogWords<Line>;
  /** Columns in addition to the actor. */
  who?: readonly CsvColumn<Line>[];
  rows: () => Promise<Line[]>;
}) {
  const csv = useExport<Line>();
  /** As under "Einzelheiten": what differs, with its label. */
  const sideOf = (line: Line, side: 'before' | 'after') =>
    differencesOf(line)
      .map((value) => `${words.column?.(value.name) ?? columnLabel(value.name)}: ${value[side] ?? 'leer'}`)
      .join('; ');
  const columns: readonly CsvColumn<Line>[] = [
    { header: 'Nummer', value: ({ id }) => id },
    { header: 'Zeit', value: ({ at }) => formatDateTime(at) },
    { header: 'Wer', value: words.actor },
    ...who,
    { header: 'Was', value: words.action },
    { header: 'Woran', value: ({ subject }) => words.subject(subject) },
    { header: 'Wen oder was', value: ({ about }) => about },
    { header: 'Kennung', value: ({ subject_id: id }) => id },
    { header: 'Vorher', value: (line) => (line.before === null ? '' : sideOf(line, 'before')) },
    { header: 'Nachher', value: (line) => (line.after === null ? '' : sideOf(line, 'after')) },
  ];
  return (
    <Button icon="download" loading={csv.isPending} onClick={() => csv.mutate({ name: 'protokoll', columns, rows })}>
      CSV exportieren
    </Button>
  );
}
