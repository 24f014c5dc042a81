import { PASSWORD_LENGTH } from './auth-schemas';

/** How hard a password is to guess, roughly. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong';

/** Common words from leaked-password lists and the portal's own vocabulary; without accents. */
const COMMON = (
  'passwort password geheim hallo willkommen welcome login admin test schatz liebe sommer winter herbst fruhling ' +
  'sonne stern engel fussball baby monkey dragon nemus therapie therapeut psycho praxis berlin hamburg munchen koln'
).split(' ');
/** Keyboard rows and sequences. */
const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertzuiopü', 'qwertyuiop', 'asdfghjklöä', 'yxcvbnm'];
/** Characters that replace a letter, each above its letter. */
const DISGUISED = ['äöüß@$013457', 'aousasoieast'] as const;

/** Bits of a known word, and of a character that repeats or continues the previous one. */
const WORD_BITS = 8;
const EXPECTED_BITS = 1;

/** The text in lower case with replaced characters restored, one by one. */
function plain(text: string): string {
  const [signs, letters] = DISGUISED;
  return text.toLowerCase().replaceAll(/[^a-z]/g, (sign) => letters[signs.indexOf(sign)] ?? sign);
}

/** Bits per character, by the kinds of characters in use. */
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
 * A rough estimate for one line of advice; the rule is the length. (zxcvbn would add 400 kB of word lists to the
 * sign-up page.)
 *
 * @param personal known facts about the person: address, names
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
      // Characters that belong to a word add nothing.
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
