import { isAddress, tidy } from './read-table';

/** A person as mail programs write them. */
export interface Mailbox {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Words that begin a family name. */
const PARTICLES = /^(?:von|vom|zu|zum|zur|van|den|der|de|del|della|di|da|dos|du|la|le|ten|ter|af|bin|ben|el|al)$/;

/** An address without angle brackets, before another person. */
const BARE = /^([^\s;,"]+@[^\s;,"]+)(?:\s*[;,]\s*|\s+(?=\S))/;

/** `Groß, Ida` and `Ida Groß` are one name; of several words the last is the family name, with `von` and the like. */
export function splitName(name: string): Pick<Mailbox, 'firstName' | 'lastName'> {
  const plain = tidy(name)
    .replace(/^["']+|["']+$/g, '')
    .replaceAll('\\"', '"')
    .trim();
  const [last = '', ...first] = plain.split(/\s*,\s*/);
  if (first.length > 0) return { firstName: first.join(' ').trim(), lastName: last };
  const words = plain.split(/\s+/);
  let begin = words.length - 1;
  while (begin > 1 && PARTICLES.test(words[begin - 1] ?? '')) begin -= 1;
  return { firstName: words.slice(0, begin).join(' '), lastName: words.slice(begin).join(' ') };
}

const addressOf = (text: string) => text.trim().replace(/^mailto:/i, '');

/**
 * The people of a line from a mail program, `Anna Berg <anna@praxis.example>; Müller, Hans Peter <hans@…>`, or plain
 * addresses without names; none when it is written otherwise.
 */
export function readMailboxes(line: string): readonly Mailbox[] {
  const people: Mailbox[] = [];
  const plain = (text: string) => {
    const parts = text.split(/[;,\s]+/).filter((part) => part !== '');
    return parts.length > 0 && parts.every(isAddress) ? parts : null;
  };
  const withoutName = (email: string) => ({ firstName: '', lastName: '', email: addressOf(email) });
  let end = 0;
  for (const { 0: whole, 1: before = '', 2: email = '', index } of line.matchAll(/([^<>]*)<\s*([^<>\s]+)\s*>/g)) {
    end = index + whole.length;
    // Addresses without a name before this one: `a@x.example, Anna <b@x.example>`.
    let name = before.replace(/^[\s;,]+/, '');
    for (let first = BARE.exec(name); first; first = BARE.exec(name)) {
      people.push(withoutName(first[1] ?? ''));
      name = name.slice(first[0].length);
    }
    const given = splitName(name);
    // Some programs repeat the address as the name; a semicolon ends a person that has no address.
    const isName = !/[@;\t|]/.test(name);
    people.push({ ...(isName ? given : { firstName: '', lastName: '' }), email: addressOf(email) });
  }
  if (end === 0) return (plain(line) ?? []).map(withoutName);
  return [...people, ...(plain(line.slice(end)) ?? []).map(withoutName)];
}
