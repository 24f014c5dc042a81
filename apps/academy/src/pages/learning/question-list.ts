import type { TableRow } from '@nemus/area/tables';
import type { DraftQuestion } from '@nemus/data';
import { cellsOf, missingColumn, readImportTable, type ImportTable, type ReadRow } from '../../import/import-table';
import { newQuestion } from './new-items';
import { correctOf, letterOf, OPTION_COUNT } from './options';

/** What a column of a list of questions contains. */
export const QUESTION_FIELD_LABELS = {
  question: 'Frage',
  option: 'Antwort',
  correct: 'Richtige Antworten',
  explanation: 'Erklärung',
  ignored: 'Nicht übernehmen',
} as const;
export type QuestionField = keyof typeof QUESTION_FIELD_LABELS;

const HEADS: readonly (readonly [QuestionField, RegExp])[] = [
  ['correct', /^(?:richtige?|korrekte?|loe?sung(?:en)?|correct)(?:antwort(?:en)?|option(?:en)?|answers?|ist|sind)?$/],
  ['option', /^(?:falsche)?(?:antwort(?:moe?glichkeit)?|option|answer|distraktor)[a-f]?$/],
  ['question', /^(?:(?:quiz)?fragen?(?:text)?|questions?|aufgabe)$/],
  ['explanation', /^(?:erklae?rung|begrue?ndung|erlae?uterung|explanation|feedback)$/],
];

/** Reads the columns of a list of questions. */
export const readQuestionTable = (rows: readonly TableRow[]): ImportTable<QuestionField> =>
  readImportTable(rows, HEADS, { main: 'question', repeated: 'option', ignored: 'ignored' });

/** What is missing before questions can be read; null if nothing is. */
export const missingQuestionColumn = (table: ImportTable<QuestionField>): string | null =>
  missingColumn(
    table,
    QUESTION_FIELD_LABELS,
    ['question', 'option', 'correct'],
    ['question', 'correct', 'explanation'],
  );

/** A question of a list; null with a problem. */
export interface QuestionRow extends ReadRow {
  readonly question: DraftQuestion | null;
}

const LONGEST = { question: 1_000, explanation: 2_000 } as const;
const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The right options that a cell names: by letter or number ("A, C", "1;3"), by their text, or as the text of an option
 * of its own. Null if it names an option that is not there.
 * @param hasWrong the other options are in columns of wrong answers
 */
function readRight(
  cell: string,
  options: readonly string[],
  hasWrong: boolean,
): { options: readonly string[]; right: number[] } | null {
  const byText = options.findIndex((option) => same(option, cell));
  if (byText !== -1) return { options, right: [byText] };
  const names = /^[A-F]{2,6}$/.test(cell)
    ? [...cell]
    : cell.split(/[\s,;/+&]+/).filter((name) => name !== '' && !/^und$/i.test(name));
  // Beside columns of wrong answers, a letter after F is the text of the right one, such as "x".
  if (names.every((name) => (hasWrong ? /^(?:[a-f]|\d)[.)]?$/i : /^(?:[a-z]|\d)[.)]?$/i).test(name))) {
    const right = names.map((name) =>
      /^\d/.test(name) ? Number.parseInt(name, 10) - 1 : name.toUpperCase().charCodeAt(0) - 65,
    );
    return right.every((place) => place >= 0 && place < options.length) ? { options, right } : null;
  }
  const texts = cell.split(/\s*[;|]\s*/).map((part) => options.findIndex((option) => same(option, part)));
  if (texts.length > 1 && texts.every((place) => place !== -1)) return { options, right: texts };
  return { options: [cell, ...options], right: [0] };
}

/** Reads the rows of a list. @param present questions that the block has already */
export function readQuestionRows(
  table: ImportTable<QuestionField>,
  present: readonly Pick<DraftQuestion, 'question'>[],
): QuestionRow[] {
  const known = present.map(({ question }) => question);
  // Then the right answer is in no other column.
  const hasWrong = table.columns.some(({ label, field }) => field === 'option' && /falsch|distrakt/i.test(label));
  return table.rows.map((row): QuestionRow => {
    const [question = ''] = cellsOf(table, row, 'question');
    const [cell = ''] = cellsOf(table, row, 'correct');
    const [explanation = ''] = cellsOf(table, row, 'explanation');
    const given = cellsOf(table, row, 'option');
    const columns = table.columns.flatMap(({ field }, place) => (field === 'option' ? [row.cells[place] ?? ''] : []));
    const hasGap = columns.findLastIndex((option) => option !== '') >= given.length;
    const read = cell === '' ? null : readRight(cell, given, hasWrong);
    const options = read?.options ?? given;
    const problems = [
      question === '' && 'Die Frage fehlt.',
      hasGap && 'Zwischen den Antworten ist eine leer.',
      question.length > LONGEST.question && 'Die Frage ist zu lang.',
      explanation.length > LONGEST.explanation && 'Die Erklärung ist zu lang.',
      cell === '' && 'Es fehlt, was richtig ist.',
      cell !== '' &&
        read === null &&
        `„${cell}“ nennt eine Antwort, die es nicht gibt; möglich ist A bis ${letterOf(Math.max(given.length - 1, 0))}.`,
      (options.length < OPTION_COUNT.least || options.length > OPTION_COUNT.most) &&
        'Eine Frage braucht zwei bis sechs Antworten.',
      new Set(options.map((option) => option.trim())).size < options.length && 'Zwei Antworten sind gleich.',
      question !== '' && known.some((other) => same(other, question)) && 'Diese Frage gibt es in diesem Block schon.',
    ].filter((problem) => problem !== false);
    if (problems.length > 0 || read === null) return { line: row.line, problems, doubts: [], question: null };
    known.push(question);
    return {
      line: row.line,
      problems,
      doubts: [
        explanation === '' && 'Die Erklärung fehlt noch; zum Veröffentlichen ist sie nötig.',
        options.length > given.length &&
          !hasWrong &&
          `Die richtige Antwort „${cell}“ steht in keiner Spalte und wird ergänzt.`,
      ].filter((doubt) => doubt !== false),
      question: { ...newQuestion(), question, options: [...options], correct: correctOf(read.right), explanation },
    };
  });
}
