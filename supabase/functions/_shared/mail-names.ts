/** Longest name that a mail shows, in characters. */
const LONGEST_PERSON = 60;
const LONGEST_INSTITUTION = 80;

/** Controls, bidirectional and zero-width characters, halves of characters, and what Unicode has not assigned. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu;
const BREAKS = /[\s\p{Z}]+/gu;
/** More than two marks on a letter reach into the lines above and below. */
const TOWERS = /(\p{M}{2})\p{M}+/gu;
/** Turns a word into an address, whatever surrounds it. A backslash: paths of a network share are links as well. */
const ADDRESS = /:\/\/|@|\\|\bwww\.|\b(?:mailto|tel|sms|javascript|data):/iu;
/** Seven digits or more are a number to call. */
const PHONE = /\+?\d(?:[ ()./-]{0,3}\d){6,}/gu;
/** Words with a point inside: hosts, and German titles and abbreviations that were written without a space. */
const DOTTED = /[\p{L}\p{N}]\.[\p{L}\p{N}]/u;
const NUMBER = /^\d+\.\d+$/;
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'dr prof med phil rer nat habil dipl psych päd theol univ st e v i g h c z b'.split(' '),
);

/**
 * A name that a user has chosen, made safe for our mails: one line, without addresses of pages or mailboxes, and short.
 * Mail clients turn text that looks like an address into a link, so none is left. For HTML it is escaped afterwards,
 * like every other text.
 *
 * @param fallback used when nothing is left
 */
function cleanName(name: string, longest: number, fallback: string): string {
  // Full-width letters and points are read as ours by people and mail programs.
  const line = name
    .normalize('NFKC')
    .replace(BREAKS, ' ')
    .replace(INVISIBLE, '')
    .replace(TOWERS, '$1')
    .replace(PHONE, '');
  const words = line.split(' ').map(cleanWord);
  const cleaned = words.filter(Boolean).join(' ');
  if (!/[\p{L}\p{N}]/u.test(cleaned)) return fallback;
  const characters = [...cleaned];
  return characters.length <= longest
    ? cleaned
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

function cleanWord(word: string): string {
  if (ADDRESS.test(word)) return '';
  // The ideographic full stop separates the labels of a host as well.
  const plain = word.replaceAll('。', '.');
  if (!DOTTED.test(plain) || NUMBER.test(plain)) return plain;
  const parts = plain.toLowerCase().split('.');
  const isTitle = !plain.includes('/') && parts.some((part) => ABBREVIATIONS.has(part));
  return isTitle ? plain.replace(/\.(?=[\p{L}\p{N}])/gu, '. ') : '';
}

/** The name of a person in a mail. */
export const personName = (first: string, last: string) => cleanName(`${first} ${last}`, LONGEST_PERSON, '');

/** The name of an institution in a mail. */
export const institutionName = (name: string | null) =>
  cleanName(name ?? '', LONGEST_INSTITUTION, 'Eine Weiterbildungsstätte');

/** Longest title or name among the facts of a piece of news. */
const LONGEST_FACT = 200;

/** A user's words in a notification mail; empty when nothing is left. */
export const factText = (text: string) => cleanName(text, LONGEST_FACT, '');

/** How a mail about a purchase greets the account. */
export const greetingOf = (name: string, type: 'piw' | 'institution') =>
  `Guten Tag ${type === 'institution' ? institutionName(name) : personName(name, '')},`.replace(' ,', ',');

/** The page where an account sees its purchases. */
export const purchasesOf = (siteUrl: string, type: 'piw' | 'institution') =>
  `${siteUrl}${type === 'institution' ? '/purchases' : '/profile/kaeufe'}`;
