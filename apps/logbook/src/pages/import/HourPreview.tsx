import { LineList } from '@nemus/area/tables';
import { attributeWords, endSentence, formatMinutes, HOUR_CATEGORY_LABELS } from '@nemus/data';
import { Alert, Checkbox, formatCount, formatDate, isDay, MISSING, Section, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import type { HourRow } from './hour-rows';

/** Rows that the preview shows; those with a problem or a doubt are named above in any case. */
const SHOWN_ROWS = 20;

function stateOf({ fields, problems, doubts }: HourRow) {
  if (problems.length > 0) return <StatusChip tone="error">Fehlerhaft</StatusChip>;
  if (fields === null) return <StatusChip tone="neutral">Schon im Logbuch</StatusChip>;
  return doubts.length > 0 ? (
    <StatusChip tone="warning">Bitte prüfen</StatusChip>
  ) : (
    <StatusChip tone="success">In Ordnung</StatusChip>
  );
}

const COLUMNS: readonly Column<HourRow>[] = [
  { key: 'line', header: 'Zeile', width: '4rem', cell: ({ line }) => line },
  { key: 'day', header: 'Tag', cell: ({ day }) => (isDay(day) ? formatDate(day) : day || MISSING) },
  {
    key: 'category',
    header: 'Kategorie',
    cell: ({ category }) => (category ? HOUR_CATEGORY_LABELS[category] : MISSING),
  },
  {
    key: 'minutes',
    header: 'Dauer',
    align: 'end',
    cell: ({ minutes }) => (minutes === null ? MISSING : formatMinutes(minutes)),
  },
  {
    key: 'attributes',
    header: 'Angaben',
    cell: ({ fields }) => (fields === null ? '' : attributeWords(fields).join(', ')) || MISSING,
  },
  { key: 'note', header: 'Notiz', cell: ({ fields }) => fields?.note || MISSING },
  { key: 'state', header: 'Prüfung', cell: stateOf },
];

const linesOf = (rows: readonly HourRow[], of: 'problems' | 'doubts') =>
  rows.map((row) => ({ key: String(row.line), line: row.line, text: row[of].join(' ') }));

/** Preview of a list: every problem and doubt with its line, and the rows themselves. */
export function HourPreview({
  rows,
  again,
  onAgain,
}: {
  rows: readonly HourRow[];
  /** Whether rows that the logbook has already are imported too. */
  again: boolean;
  onAgain: (again: boolean) => void;
}) {
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const doubtful = rows.filter(({ problems, doubts }) => problems.length === 0 && doubts.length > 0);
  const known = rows.filter(({ isKnown }) => isKnown);
  const good = rows.filter(({ fields }) => fields !== null);
  const hasAttributes = good.some(({ fields }) => fields !== null && attributeWords(fields).length > 0);
  const minutes = good.reduce((sum, row) => sum + (row.minutes ?? 0), 0);
  return (
    <Section
      title="Vorschau"
      description={`${formatCount(good.length, 'Zeile wird', 'Zeilen werden')} übernommen, zusammen ${endSentence(formatMinutes(minutes))}`}
    >
      {bad.length > 0 && (
        <Alert tone="warning" title={`${formatCount(bad.length, 'Zeile wird', 'Zeilen werden')} nicht übernommen`}>
          <LineList lines={linesOf(bad, 'problems')} />
        </Alert>
      )}
      {doubtful.length > 0 && (
        <Alert tone="info" title={`${formatCount(doubtful.length, 'Zeile', 'Zeilen')} bitte prüfen`}>
          <LineList lines={linesOf(doubtful, 'doubts')} />
        </Alert>
      )}
      {known.length > 0 && (
        <Alert tone="info" title={`${formatCount(known.length, 'Zeile steht', 'Zeilen stehen')} schon im Logbuch`}>
          <Stack gap={1}>
            <Text>Am selben Tag gibt es einen Eintrag mit dieser Art und Dauer.</Text>
            <Checkbox
              label="Trotzdem noch einmal übernehmen"
              checked={again}
              onChange={({ target }) => onAgain(target.checked)}
            />
          </Stack>
        </Alert>
      )}
      <DataTable
        caption="Gelesene Zeilen"
        columns={COLUMNS.filter(({ key }) => key !== 'attributes' || hasAttributes)}
        rows={rows.slice(0, SHOWN_ROWS)}
        rowKey={({ line }) => String(line)}
      />
      {rows.length > SHOWN_ROWS && (
        <Text variant="small" tone="muted">
          und {formatCount(rows.length - SHOWN_ROWS, 'weitere Zeile', 'weitere Zeilen')}
        </Text>
      )}
    </Section>
  );
}
