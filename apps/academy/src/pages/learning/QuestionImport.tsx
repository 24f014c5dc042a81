import { useMemo, useState } from 'react';
import type { DraftQuestion } from '@nemus/data';
import { Button, Dialog, formatCount, Stack } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { ImportFields, LONGEST_LIST } from '../../import/ImportFields';
import { useImportList } from '../../import/useImportList';
import { letterOf, rightOptions } from './options';
import {
  missingQuestionColumn,
  QUESTION_FIELD_LABELS,
  readQuestionRows,
  readQuestionTable,
  type QuestionRow,
} from './question-list';

/** Rows that the preview shows; those with a problem or a doubt are named above in any case. */
const SHOWN_ROWS = 20;

const COLUMNS: readonly Column<QuestionRow>[] = [
  { key: 'line', header: 'Zeile', width: '4rem', cell: ({ line }) => line },
  { key: 'question', header: 'Frage', cell: ({ question }) => question?.question ?? '' },
  {
    key: 'options',
    header: 'Antworten',
    cell: ({ question }) => question?.options.map((option, place) => `${letterOf(place)}: ${option}`).join(', ') ?? '',
  },
  {
    key: 'correct',
    header: 'Richtig',
    cell: ({ question }) => (question === null ? '' : rightOptions(question).map(letterOf).join(', ')),
  },
];

/** Adds questions of a list to a block, after a look at every row. They are part of the draft once it is saved. */
export function QuestionImport({
  present,
  onImport,
}: {
  present: readonly DraftQuestion[];
  onImport: (questions: readonly DraftQuestion[]) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="upload" onClick={() => setOpen(true)}>
        Fragen aus einer Liste
      </Button>
      {open && (
        <ImportDialog
          present={present}
          onClose={() => setOpen(false)}
          onImport={(questions) => {
            setOpen(false);
            onImport(questions);
          }}
        />
      )}
    </>
  );
}

function ImportDialog({
  present,
  onClose,
  onImport,
}: {
  present: readonly DraftQuestion[];
  onClose: () => void;
  onImport: (questions: readonly DraftQuestion[]) => void;
}) {
  const { table, ...list } = useImportList(readQuestionTable);
  const missing = missingQuestionColumn(table);
  const rows = useMemo(
    () => (missing === null && table.rows.length <= LONGEST_LIST ? readQuestionRows(table, present) : []),
    [missing, table, present],
  );
  const good = rows.filter(({ question }) => question !== null);
  const questions = good.flatMap(({ question }) => (question === null ? [] : [question]));
  return (
    <Dialog
      open
      size="large"
      title="Fragen aus einer Liste"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="primary" disabled={questions.length === 0} onClick={() => onImport(questions)}>
            {questions.length === 0 ? 'Übernehmen' : `${formatCount(questions.length, 'Frage', 'Fragen')} übernehmen`}
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        <ImportFields
          {...list}
          table={table}
          labels={QUESTION_FIELD_LABELS}
          missing={missing}
          rows={rows}
          hint="Eine Zeile je Frage, aus Excel oder einer anderen Tabelle kopiert, oder als Datei. Richtig sind Buchstaben wie A, C."
          placeholder={'Frage; Antwort A; Antwort B; Antwort C; Richtig; Erklärung'}
        />
        {good.length > 0 && (
          <DataTable
            caption="Gelesene Fragen"
            columns={COLUMNS}
            rows={good.slice(0, SHOWN_ROWS)}
            rowKey={({ line }) => String(line)}
          />
        )}
      </Stack>
    </Dialog>
  );
}
