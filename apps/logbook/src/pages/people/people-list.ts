import {
  checkedColumns,
  isAddress,
  readColumns,
  readMailboxes,
  readTable,
  type ColumnField,
  type TableColumn,
} from '@nemus/area/tables';
import { nameProblem } from '@nemus/data';

/** Most people named at once. */
export const MOST_PEOPLE = 100;

/** A line of a list: a person to name, or why not. */
export interface PersonLine {
  readonly line: number;
  readonly name: string;
  readonly email: string;
  /** Null: can be named. */
  readonly problem: string | null;
}

/** People of a pasted list or a file, read by the one reader of lists. */
export function readPeople(
  text: string,
  chosen: ReadonlyMap<number, ColumnField>,
): {
  readonly lines: readonly PersonLine[];
  readonly columns: readonly TableColumn[];
  readonly missing: string | null;
} {
  const rows = readTable(text).map((row) => ({ ...row, mailboxes: readMailboxes(row.text) }));
  const table = readColumns(rows.filter(({ mailboxes }) => mailboxes.length === 0));
  const columns = table.columns.map((column, place) => ({ ...column, field: chosen.get(place) ?? column.field }));
  const missing = columns.length === 0 ? null : checkedColumns(columns);
  const cellOf = (cells: readonly string[], field: ColumnField) =>
    (cells[columns.findIndex((column) => column.field === field)] ?? '').trim();
  const inTable = missing === null ? table.people : [];
  const found = rows
    .flatMap(({ line, mailboxes }) => {
      const cells = inTable.find((row) => row.line === line)?.cells;
      const people = mailboxes.map(({ firstName, lastName, email }) => ({ name: `${firstName} ${lastName}`, email }));
      if (cells === undefined) return people.map((person) => ({ line, ...person }));
      const name = cellOf(cells, 'name') || `${cellOf(cells, 'firstName')} ${cellOf(cells, 'lastName')}`;
      return [{ line, name, email: cellOf(cells, 'email') }];
    })
    .map(({ line, name, email }) => ({ line, name: name.trim(), email: email.replace(/^mailto:/i, '').toLowerCase() }));
  return {
    columns,
    missing,
    lines: found.map((person, index) => ({ ...person, problem: problemOf(person, found.slice(0, index)) })),
  };
}

const inQuotes = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A list that {@link readPeople} reads as these people. */
export const peopleText = (people: readonly Pick<PersonLine, 'name' | 'email'>[]): string =>
  ['Name;E-Mail', ...people.map(({ name, email }) => `${inQuotes(name)};${inQuotes(email)}`)].join('\n');

function problemOf({ name, email }: Pick<PersonLine, 'name' | 'email'>, before: readonly { email: string }[]) {
  if (name === '') return 'Der Name fehlt.';
  if (!isAddress(email)) return 'Die E-Mail-Adresse fehlt oder ist ungültig.';
  if (before.some((other) => other.email === email)) return 'Diese Adresse steht schon weiter oben.';
  return nameProblem(name) ?? null;
}
