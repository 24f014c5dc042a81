import type { InvitedPerson, TraineeAccess } from '@nemus/data';
import Papa from 'papaparse';
import { personSchema } from '../../trainees/trainee-form';

/** Longest list that is read at once, in lines. */
export const LONGEST_LIST = 1_000;

type Field = 'firstName' | 'lastName' | 'email' | 'phone';

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
  /** German sentences; none: the person can be invited. */
  readonly problems: readonly string[];
}

/** Order of the columns when the list has no head. */
const USUAL_ORDER: readonly Field[] = ['firstName', 'lastName', 'email', 'phone'];
const HEADS: readonly (readonly [Field, RegExp])[] = [
  ['firstName', /^(vorname|first ?name)$/],
  ['lastName', /^(nachname|name|familienname|last ?name)$/],
  ['email', /^(e-?mail(-?adresse)?|mail)$/],
  ['phone', /^(telefon(nummer)?|tel\.?|phone|mobil)$/],
];
/**
 * People as mail programs write them, several in a line or one: `Anna Maria Berg <anna@praxis.example>`,
 * `"Groß, Ida" <ida@praxis.example>`. The name is the first or the second group, the address the third.
 */
const ADDRESS = /(?:"([^"]*)"|([^"<>;,]*))\s*<\s*([^<>\s]+)\s*>/g;

/**
 * Reads people from a pasted list or the text of a CSV file: columns separated by semicolon, comma or tab, with or
 * without a header, or addresses as written by mail programs. Empty lines are ignored.
 */
export function readInvitationList(text: string): readonly ListLine[] {
  // Line by line, so that an unclosed quote only affects its own line.
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, content, people: readAddresses(content) }));
  const delimiter = findDelimiter(lines.filter(({ people }) => people.length === 0).map(({ content }) => content));
  const rows = lines
    .map(({ line, content, people }) => ({
      line,
      people,
      cells: people.length > 0 ? [] : readCells(content, delimiter),
    }))
    .filter(({ people, cells }) => people.length > 0 || cells.some((cell) => cell !== ''));
  const head = rows[0] ? readHead(rows[0].cells) : null;
  const order = head ?? USUAL_ORDER;
  const known = new Map<string, number>();
  return rows
    .slice(head ? 1 : 0)
    .flatMap(({ line, people, cells }) => {
      const found = people.length > 0 ? onePerAddress(people) : [readPerson(cells, order)];
      return found.map((person) => checkPerson(line, person, known));
    })
    .map((person, index) => ({ place: index + 1, ...person }));
}

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

/** People as a list that {@link readInvitationList} reads. */
export function writeInvitationList(people: readonly InvitedPerson[]): string {
  return Papa.unparse(
    people.map(({ first_name, last_name, email, phone }) => [first_name, last_name, email, phone]),
    { delimiter: ';', newline: '\n' },
  );
}

/** The most frequent separator of the first line that has any; German spreadsheets write semicolons. */
function findDelimiter(lines: readonly string[]): string {
  const line = lines.find((candidate) => /[;\t,]/.test(candidate)) ?? '';
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t', ','].toSorted((one, other) => count(other) - count(one))[0] ?? ';';
}

function readCells(line: string, delimiter: string): readonly string[] {
  return (Papa.parse<string[]>(line, { delimiter }).data[0] ?? []).map((cell) => cell.trim());
}

/** The content of each column; null when the first line is a person. */
function readHead(cells: readonly string[]): readonly (Field | null)[] | null {
  const fields = cells.map((cell) => HEADS.find(([, pattern]) => pattern.test(cell.toLowerCase()))?.[0] ?? null);
  return fields.includes('email') ? fields : null;
}

type Person = Readonly<Record<Field, string>>;

function readPerson(cells: readonly string[], order: readonly (Field | null)[]): Person {
  const cellOf = (field: Field) => cells[order.indexOf(field)] ?? '';
  return {
    firstName: cellOf('firstName'),
    lastName: cellOf('lastName'),
    email: cellOf('email'),
    phone: cellOf('phone'),
  };
}

/** People of a line as mail programs write them; none when it is written otherwise. */
function readAddresses(line: string): readonly Person[] {
  if (!line.includes('<')) return [];
  return [...line.matchAll(ADDRESS)].map(([, quoted, plain, email = '']) => ({
    ...readName((quoted ?? plain ?? '').trim()),
    email,
    phone: '',
  }));
}

/** The same address twice in one line is one person, whom a mail program has listed twice. */
function onePerAddress(people: readonly Person[]): readonly Person[] {
  const addresses = people.map(({ email }) => email.toLowerCase());
  return people.filter((_person, index) => addresses.indexOf(addresses[index] ?? '') === index);
}

/** `Groß, Ida` and `Ida Groß` are one name; of several words the last is the family name. */
function readName(name: string): Pick<Person, 'firstName' | 'lastName'> {
  const [last = '', first] = name.split(/\s*,\s*/, 2);
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

function checkPerson(line: number, person: Person, known: Map<string, number>): Omit<ListLine, 'place'> {
  const parsed = personSchema.safeParse(person);
  const problems = parsed.success ? [] : [...new Set(parsed.error.issues.map(({ message }) => message))];
  const email = person.email.toLowerCase();
  const earlier = known.get(email);
  if (email !== '' && earlier !== undefined) problems.push(`Diese E-Mail-Adresse steht schon in Zeile ${earlier}.`);
  else known.set(email, line);
  return { line, ...person, problems };
}
