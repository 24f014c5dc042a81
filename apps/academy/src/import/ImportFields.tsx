import { ColumnSelects, LineList, TableFileButton } from '@nemus/area/tables';
import { Alert, formatCount, formatNumber, Row, Section, TextArea } from '@nemus/ui';
import type { ImportTable, ReadRow } from './import-table';

/** Longest list, in rows. */
export const LONGEST_LIST = 500;

const linesOf = (rows: readonly ReadRow[], of: 'problems' | 'doubts') =>
  rows.map((row) => ({ key: String(row.line), line: row.line, text: row[of].join(' ') }));

/** A pasted list or a file, what its columns contain, and what is wrong with its rows. */
export function ImportFields<Field extends string>({
  text,
  onText,
  hint,
  placeholder,
  table,
  labels,
  missing,
  onChoose,
  rows,
  disabled = false,
}: {
  text: string;
  onText: (text: string) => void;
  hint: string;
  placeholder: string;
  table: ImportTable<Field>;
  labels: Readonly<Record<Field, string>>;
  /** What is missing before rows can be read; null if nothing is. */
  missing: string | null;
  onChoose: (place: number, field: Field) => void;
  rows: readonly ReadRow[];
  disabled?: boolean;
}) {
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const doubtful = rows.filter(({ problems, doubts }) => problems.length === 0 && doubts.length > 0);
  return (
    <>
      <TextArea
        label="Liste"
        rows={5}
        hint={hint}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => onText(target.value)}
        disabled={disabled}
        spellCheck={false}
      />
      <Row>
        <TableFileButton onText={onText} disabled={disabled} />
      </Row>
      {table.rows.length > LONGEST_LIST && (
        <Alert tone="error" title="Die Liste ist zu lang">
          Bitte teilen Sie sie auf: höchstens {formatNumber(LONGEST_LIST)} Zeilen auf einmal.
        </Alert>
      )}
      {table.rows.length > 0 && (
        <Section title="Spalten">
          {missing !== null && (
            <Alert tone="warning" title={missing}>
              Vorher kann aus dieser Liste nichts übernommen werden.
            </Alert>
          )}
          <ColumnSelects columns={table.columns} labels={labels} onChoose={onChoose} />
        </Section>
      )}
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
    </>
  );
}
