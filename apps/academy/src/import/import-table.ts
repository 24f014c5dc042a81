import { headLetters, type TableRow } from '@nemus/area/tables';

/** A list that staff imports: its columns, and the rows below its head. */
export interface ImportTable<Field extends string> {
  readonly columns: readonly { readonly label: string; readonly field: Field | null }[];
  readonly rows: readonly TableRow[];
}

/** Lines in which the head is looked for. */
const MOST_TITLES = 10;

/**
 * Reads the columns of a list by its head. Without a head they have to be chosen.
 *
 * @param heads patterns of heads as letters only; ä can be `a` or `ae`
 * @param main the field that every list has
 * @param repeated the field that several columns can contain
 */
export function readImportTable<Field extends string>(
  given: readonly TableRow[],
  heads: readonly (readonly [Field, RegExp])[],
  { main, repeated, ignored }: { readonly main: Field; readonly repeated?: Field; readonly ignored: Field },
): ImportTable<Field> {
  const fieldOf = (head: string) => heads.find(([, pattern]) => pattern.test(headLetters(head)))?.[0];
  const at = given.slice(0, MOST_TITLES).findIndex(({ cells }) => {
    const fields = cells.map(fieldOf);
    return fields.includes(main) && fields.some((field) => field !== undefined && field !== main);
  });
  const head = given[at]?.cells;
  const rows = given.slice(at + 1);
  const width = Math.max(head?.length ?? 0, ...rows.map(({ cells }) => cells.length), 0);
  const taken = new Set<Field>();
  const columns = Array.from({ length: width }, (_, place) => {
    const examples = rows.map(({ cells }) => cells[place] ?? '').filter((cell) => cell !== '');
    const label = head?.[place] || examples.slice(0, 2).join(', ') || `Spalte ${place + 1}`;
    if (head === undefined) return { label, field: examples.length === 0 ? ignored : null };
    const found = fieldOf(head[place] ?? '') ?? ignored;
    const field = taken.has(found) && found !== repeated ? ignored : found;
    taken.add(field);
    return { label, field };
  });
  return { columns, rows };
}

/** A table with the fields that a person has chosen. */
export const withFields = <Field extends string>(
  table: ImportTable<Field>,
  chosen: ReadonlyMap<number, Field>,
): ImportTable<Field> => ({
  ...table,
  columns: table.columns.map((column, place) => ({ ...column, field: chosen.get(place) ?? column.field })),
});

/** What is missing before rows can be read: an unknown column, a field that has none, or one that has several. */
export function missingColumn<Field extends string>(
  { columns }: ImportTable<Field>,
  labels: Readonly<Record<Field, string>>,
  required: readonly Field[],
  once: readonly Field[],
): string | null {
  const count = (field: Field) => columns.filter((column) => column.field === field).length;
  if (columns.some(({ field }) => field === null)) return 'Bitte wählen Sie, was in den Spalten steht.';
  const lacking = required.find((field) => count(field) === 0);
  if (lacking !== undefined) return `Bitte wählen Sie eine Spalte für „${labels[lacking]}“.`;
  const twice = once.find((field) => count(field) > 1);
  return twice === undefined ? null : `Bitte wählen Sie „${labels[twice]}“ nur für eine Spalte.`;
}

/** The cells of a row by field, empty ones left out. */
export const cellsOf = <Field extends string>(
  { columns }: ImportTable<Field>,
  { cells }: TableRow,
  field: Field,
): string[] =>
  columns.flatMap((column, place) => {
    const cell = cells[place] ?? '';
    return column.field === field && cell !== '' ? [cell] : [];
  });

/** What was read of a row. Rows with a problem are not imported; doubts are shown and imported. */
export interface ReadRow {
  readonly line: number;
  readonly problems: readonly string[];
  readonly doubts: readonly string[];
}
