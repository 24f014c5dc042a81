import {
  checkedColumns,
  readColumns,
  readMailboxes,
  readTable,
  splitName,
  type ColumnField,
  type Mailbox,
  type TableColumn,
} from '@nemus/area/tables';
import { readMailAddress, readPhone, type InvitedPerson, type TraineeAccess } from '@nemus/data';
import Papa from 'papaparse';
import { personSchema } from '../../trainees/trainee-form';

/** Longest list that is read at once, in lines. */
export const LONGEST_LIST = 1_000;

/** Control characters, and those that change the direction of text. Addresses and numbers are read without them. */
const INVISIBLE = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u;
/** UTF-8 that a program has read as Windows-1252, and characters that a program could not read. */
const BROKEN = /\uFFFD|Ã[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** One line of a list: a person to invite, or its error. */
export interface ListLine {
  /** Number of the person in the list, from 1: a line can contain several. */
  readonly place: number;
  /** Number in the list as it was given, from 1. */
  readonly line: number;
  /** The parsed values, for the preview; empty where missing. */
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** The list has no name for the address, which says one itself. */
  readonly isNameGuessed: boolean;
  /** German sentences; none: the person can be invited. */
  readonly problems: readonly string[];
}

/** A list of people, its columns if it is a table, and what was skipped above them. */
export interface InvitationList {
  readonly lines: readonly ListLine[];
  /** Empty for a list from a mail program. */
  readonly columns: readonly TableColumn[];
  /** No head names the columns: their order may be another. */
  readonly isWithoutHead: boolean;
  /** Why the columns cannot be read yet; null if they can. */
  readonly missing: string | null;
  /** Number of lines above the head. */
  readonly above: number;
}

/**
 * Reads people from a pasted list or the text of a file: a table with or without a head, or addresses as written by
 * mail programs. Empty lines are ignored.
 *
 * @param chosen what the columns contain, where a person has chosen it
 */
export function readList(text: string, chosen: ReadonlyMap<number, ColumnField> = new Map()): InvitationList {
  const rows = readTable(text).map((row) => ({ ...row, people: onePerAddress(readMailboxes(row.text)) }));
  const table = readColumns(rows.filter(({ people }) => people.length === 0));
  const columns = table.columns.map((column, place) => ({ ...column, field: chosen.get(place) ?? column.field }));
  const inTable = new Map(table.people.map(({ line, cells }) => [line, cells]));
  const known = new Map<string, number>();
  const lines = rows
    .flatMap(({ line, people }) => {
      const cells = inTable.get(line);
      const found =
        people.length > 0 ? people.map((one) => ({ ...one, phone: '' })) : cells ? [readPerson(cells, columns)] : [];
      return found.map((person) => checkPerson(line, person, known));
    })
    .map((person, index) => ({ place: index + 1, ...person }));
  return {
    lines,
    columns,
    isWithoutHead: columns.length > 0 && !table.hasHead,
    missing: columns.length === 0 ? null : checkedColumns(columns),
    above: table.above.length,
  };
}

/** The people of a list, as far as its columns are understood. */
export const readInvitationList = (text: string): readonly ListLine[] => readList(text).lines;

/** Access of people in the institution's own list, by lower-case address. */
export type Listed = ReadonlyMap<string, TraineeAccess>;

/** The people of a list who can be invited: those not yet in the institution's list. */
export function peopleOf(lines: readonly ListLine[], listed?: Listed): readonly InvitedPerson[] {
  return lines
    .filter(({ problems, email }) => problems.length === 0 && !listed?.has(email.toLowerCase()))
    .map(personOf);
}

/**
 * The lines to correct while the others are invited. Lines that repeat one of those are left out: there is nothing to
 * correct in them.
 */
export function faultyPeopleOf(lines: readonly ListLine[]): readonly InvitedPerson[] {
  const invited = new Set(peopleOf(lines).map(({ email }) => email.toLowerCase()));
  return lines.filter(({ problems, email }) => problems.length > 0 && !invited.has(email.toLowerCase())).map(personOf);
}

function personOf({ firstName, lastName, email, phone }: ListLine): InvitedPerson {
  return { first_name: firstName, last_name: lastName, email, phone };
}

/** The lines with the names that were read, for people who correct one of them. */
export const writtenOut = (lines: readonly ListLine[]): string => writeInvitationList(lines.map(personOf));

/** People as a list that {@link readInvitationList} reads. */
export function writeInvitationList(people: readonly InvitedPerson[]): string {
  return Papa.unparse(
    people.map(({ first_name, last_name, email, phone }) => [first_name, last_name, email, phone]),
    { delimiter: ';', newline: '\n' },
  );
}

type Person = Readonly<Record<'firstName' | 'lastName' | 'email' | 'phone', string>>;

function readPerson(cells: readonly string[], columns: readonly TableColumn[]): Person {
  const cellOf = (field: ColumnField) => cells[columns.findIndex((column) => column.field === field)] ?? '';
  const name = cellOf('name');
  return {
    ...(name === '' ? { firstName: cellOf('firstName'), lastName: cellOf('lastName') } : splitName(name)),
    email: cellOf('email').replace(/^mailto:/i, ''),
    phone: cellOf('phone'),
  };
}

/** The same address twice in one line is one person, whom a mail program has listed twice. */
function onePerAddress(people: readonly Mailbox[]): readonly Mailbox[] {
  const addresses = people.map(({ email }) => email.toLowerCase());
  return people.filter((_person, index) => addresses.indexOf(addresses[index] ?? '') === index);
}

/** The name that an address itself says: `anna.von-berg@praxis.example`. Null if it is unlike one. */
function nameInAddress(email: string): Pick<Person, 'firstName' | 'lastName'> | null {
  const words = email
    .toLowerCase()
    .replace(/[@+].*$/s, '')
    .split(/[._]/);
  // Initials, numbers and single words are no name.
  if (words.length < 2 || words.length > 4 || !words.every((word) => /^\p{L}{2,}(?:-\p{L}{2,})*$/u.test(word)))
    return null;
  const { firstName, lastName } = splitName(words.join(' '));
  // Of "von berg" the last word alone.
  return { firstName: capitalized(firstName), lastName: lastName.replace(/\S+$/, capitalized) };
}

const capitalized = (words: string) => words.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

function checkPerson(line: number, listed: Person, known: Map<string, number>): Omit<ListLine, 'place'> {
  const guessed = listed.firstName === '' && listed.lastName === '' ? nameInAddress(listed.email) : null;
  const given = { ...listed, ...guessed };
  const parsed = personSchema.safeParse(given);
  // The form in which the list of people has them: both forms of a domain are one person.
  const person = {
    ...given,
    email: readMailAddress(given.email) ?? given.email,
    phone: readPhone(given.phone) ?? given.phone,
  };
  const messages = new Set(parsed.success ? [] : parsed.error.issues.map(({ message }) => message));
  // A character that a program could not read has a sentence of its own below.
  const problems = [...messages].filter((message) => !message.includes('\uFFFD'));
  const written = Object.values(given).join('\n');
  if (person.firstName === '' && person.lastName === '' && person.email !== '') {
    problems.splice(0, 2, 'Zu dieser Adresse fehlt der Name, zum Beispiel: Anna Berg <anna.berg@praxis.example>.');
  }
  if (INVISIBLE.test(`${person.firstName}\n${person.lastName}`)) problems.push('Die Zeile enthält Steuerzeichen.');
  if (BROKEN.test(written))
    problems.push('Umlaute sind in der Liste falsch gespeichert. Bitte speichern Sie sie als UTF-8.');
  const email = person.email.toLowerCase();
  const earlier = known.get(email);
  if (email !== '' && earlier !== undefined) problems.push(`Diese E-Mail-Adresse steht schon in Zeile ${earlier}.`);
  else known.set(email, line);
  return { line, ...person, isNameGuessed: guessed !== null, problems };
}
