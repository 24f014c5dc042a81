import { lettersOf } from '@nemus/data';
import { isAddress, type TableRow } from './read-table';

/** What a column of people contains; `ignored` is not imported. */
export const FIELD_LABELS = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  name: 'Ganzer Name',
  email: 'E-Mail',
  phone: 'Telefon',
  ignored: 'Nicht übernehmen',
} as const;
export type ColumnField = keyof typeof FIELD_LABELS;

/** One column of a table. */
export interface TableColumn {
  /** Its head, or the first cells. */
  readonly label: string;
  /** Null: unknown, to be chosen. */
  readonly field: ColumnField | null;
}

/** Heads in German and English, as letters only; ä can be `a` or `ae`. A name alone is the family name if there is a first name. */
const HEADS: readonly (readonly [ColumnField, RegExp])[] = [
  ['email', /email|mailadresse|^mail$|^elektronischepost$/],
  ['firstName', /^(?:vornamen?|rufname|firstnames?|givennames?|forenames?|first|given)$/],
  ['lastName', /^(?:nachnamen?|familiennamen?|zunamen?|lastnames?|surnames?|familynames?|last|family)$/],
  [
    'name',
    /^(?:name|fullname|vollername|vollstae?ndigername|ganzername|displayname|anzeigename|vornamenachname|nachnamevorname|vorundnachname|namevorname|vornamename|teilnehmer(?:in|innen)?|person|kontakt|contact)$/,
  ],
  [
    'phone',
    /^(?:(?:business|home|work|mobile|primary|telefon)?(?:tele)?(?:phone|fon)(?:number|nummer|nr|value|geschae?ftlich|privat)?|tel(?:nr)?|mobil(?:telefon|nummer)?|mobile|handy(?:nummer)?|rufnummer)$/,
  ],
];

/** The head of a column as letters only, without what is in brackets: `E-Mail-Adresse (privat)` is `emailadresse`. */
export const headLetters = (head: string): string => lettersOf(head.replaceAll(/\(.*?\)/g, ''));

/** By the whole head, else by what follows a colon: `Teilnehmende: Vorname`. */
function fieldOf(head: string): ColumnField | null {
  const named = [headLetters(head), headLetters(head.replace(/^.*:/, ''))];
  return named.flatMap((letters) => HEADS.find(([, pattern]) => pattern.test(letters))?.[0] ?? [])[0] ?? null;
}

const isPhone = (cell: string) => /^[+(0-9][0-9 ()/.-]{4,}$/.test(cell);

/** Lines above a table in which its head is looked for. */
const MOST_TITLES = 10;

/** The columns of a table of people and its rows below the head. `hasHead` is false if none was found. */
export function readColumns(rows: readonly TableRow[]): {
  readonly columns: readonly TableColumn[];
  readonly people: readonly TableRow[];
  readonly hasHead: boolean;
  /** Lines above the head, such as a title. */
  readonly above: readonly TableRow[];
} {
  const first = rows.findIndex(({ cells }) => cells.some(isAddress));
  const before = rows.slice(0, Math.min(first === -1 ? MOST_TITLES : first, MOST_TITLES));
  const at = before.findIndex(({ cells }) => cells.map(fieldOf).includes('email'));
  const head = rows[at];
  const people = head ? rows.slice(at + 1) : rows;
  const width = Math.max(head?.cells.length ?? 0, ...people.map(({ cells }) => cells.length), 0);
  const found = head ? byHead(head.cells, width, people) : byContent(people, width);
  const columns = found.map((field, place): TableColumn => {
    const examples = people.map(({ cells }) => cells[place] ?? '').filter((cell) => cell !== '');
    return { field, label: head?.cells[place] || examples.slice(0, 2).join(', ') || `Spalte ${place + 1}` };
  });
  return { columns, people, hasHead: head !== undefined, above: head ? rows.slice(0, at) : [] };
}

function byHead(cells: readonly string[], width: number, people: readonly TableRow[]): (ColumnField | null)[] {
  const heads = Array.from({ length: width }, (_, place) => fieldOf(cells[place] ?? ''));
  const has = (place: number, field: ColumnField) =>
    people.some(({ cells: row }) => (field === 'email' ? isAddress(row[place] ?? '') : (row[place] ?? '') !== ''));
  const filled = heads.map((field, place) => field !== null && has(place, field));
  // Address books have several columns of a kind, most of them empty; addresses can be in one with another head.
  const other = heads.some((field, place) => field === 'email' && filled[place] === true)
    ? -1
    : heads.findIndex((field, place) => field === null && has(place, 'email'));
  const fields = heads.map((field, place) => (place === other ? 'email' : field));
  const placeOf = (field: ColumnField) => {
    const first = fields.findIndex((one, place) => one === field && (filled[place] === true || place === other));
    return first === -1 ? fields.indexOf(field) : first;
  };
  const hasFirst = fields.includes('firstName');
  const named = fields.map((field, place) =>
    field === 'name' && hasFirst && !fields.includes('lastName') && /^name$/i.test(cells[place] ?? '')
      ? 'lastName'
      : field,
  );
  // The first column of each kind that has something; further ones, and unknown heads beside names and an address, are left out.
  const isComplete = (named.includes('firstName') && named.includes('lastName')) || named.includes('name');
  return named.map((field, place) => {
    if (field === null) return isComplete ? 'ignored' : null;
    const isRepeated = placeOf(fields[place] ?? field) !== place;
    return isRepeated || (field === 'name' && named.includes('firstName') && named.includes('lastName'))
      ? 'ignored'
      : field;
  });
}

/** Without a head: addresses and telephone numbers are found, one further column is the name, two are those of our template. */
function byContent(rows: readonly TableRow[], width: number): (ColumnField | null)[] {
  const share = (place: number, test: (cell: string) => boolean) => {
    const cells = rows.map(({ cells: row }) => row[place] ?? '').filter((cell) => cell !== '');
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const places = Array.from({ length: width }, (_, place) => place);
  const email = places.find((place) => share(place, isAddress) >= 0.5);
  const phone = places.find((place) => share(place, isPhone) >= 0.5);
  const rest = places.filter((place) => place !== email && place !== phone && share(place, (cell) => cell !== '') > 0);
  return places.map((place) => {
    if (place === email) return 'email';
    if (place === phone) return 'phone';
    if (!rest.includes(place)) return 'ignored';
    if (rest.length === 1) return 'name';
    const isTemplate = rest[0] === 0 && rest[1] === 1 && email === 2 && rest.length <= 3;
    return isTemplate
      ? rest.indexOf(place) === 0
        ? 'firstName'
        : rest.indexOf(place) === 1
          ? 'lastName'
          : 'phone'
      : null;
  });
}

/** What is missing before people can be read from these columns; null if nothing is. */
export function checkedColumns(columns: readonly TableColumn[]): string | null {
  const has = (field: ColumnField) => columns.filter((column) => column.field === field).length;
  if (columns.some(({ field }) => field === null)) return 'Bitte wählen Sie, was in den Spalten steht.';
  if (has('email') !== 1) return 'Bitte wählen Sie genau eine Spalte mit der E-Mail-Adresse.';
  const isNamed =
    has('name') === 1 ? has('firstName') + has('lastName') === 0 : has('firstName') === 1 && has('lastName') === 1;
  return isNamed ? null : 'Bitte wählen Sie je eine Spalte mit Vor- und Nachnamen, oder eine mit dem ganzen Namen.';
}
