import { PASSWORD_LENGTH } from './auth-schemas';

/** How hard a password is to guess, roughly. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong';

/** Words that lists of leaked passwords begin with, and those that lie near here; without accents. */
const COMMON = (
  'passwort password geheim hallo willkommen welcome login admin test schatz liebe sommer winter herbst fruhling ' +
  'sonne stern engel fussball baby monkey dragon nemus therapie therapeut psycho praxis berlin hamburg munchen koln'
).split(' ');
/** What lies beside each other on a keyboard, or follows each other in a row. */
const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertzuiopü', 'qwertyuiop', 'asdfghjklöä', 'yxcvbnm'];
/** Signs that stand for a letter, each over its letter. */
const DISGUISED = ['äöüß@$013457', 'aousasoieast'] as const;

/** Bits of a known word, and of a sign that repeats or continues the one before. */
const WORD_BITS = 8;
const EXPECTED_BITS = 1;

/** The same text in small letters without disguise, sign for sign. */
function plain(text: string): string {
  const [signs, letters] = DISGUISED;
  return text.toLowerCase().replaceAll(/[^a-z]/g, (sign) => letters[signs.indexOf(sign)] ?? sign);
}

/** Bits per sign, by the kinds of signs that occur. */
function bitsPerSign(password: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-zäöüß]/, 26],
    [/[A-ZÄÖÜ]/, 26],
    [/\d/, 10],
    [/[^a-zäöüßA-ZÄÖÜ\d]/, 20],
  ];
  return Math.log2(kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0));
}

function isExpected(before: string | undefined, sign: string): boolean {
  if (before === undefined) return false;
  return before === sign || ROWS.some((row) => row.includes(before + sign) || row.includes(sign + before));
}

/**
 * A rough estimate of our own, for one line of advice; the rule stays the length. (zxcvbn would bring 400 kB of word
 * lists to the sign-up page.)
 *
 * @param personal what others know of the person: address, names
 */
export function passwordStrength(password: string, personal: readonly string[] = []): PasswordStrength {
  if (password.length < PASSWORD_LENGTH) return 'short';
  const words = personal.flatMap((text) => text.toLowerCase().split(/[^a-zäöüß]+/));
  const own = words.filter(({ length }) => length > 2).map(plain);
  const signs = password.toLowerCase();
  let left = plain(password);
  let bits = 0;
  for (const word of [...own, ...COMMON]) {
    while (left.includes(word)) {
      // What belongs to a word is worth nothing by itself.
      left = left.replace(word, ' '.repeat(word.length));
      bits += WORD_BITS;
    }
  }
  const perSign = bitsPerSign(password);
  for (let index = 0; index < signs.length; index += 1) {
    if (left[index] === ' ' && signs[index] !== ' ') continue;
    bits += isExpected(signs[index - 1], signs[index] ?? '') ? EXPECTED_BITS : perSign;
  }
  if (bits < 36) return 'weak';
  return bits < 56 ? 'fair' : 'strong';
}
