import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Length of the random part. A session's address opens it without a login, so it must not be guessable. */
const LENGTHS: Readonly<Record<string, number>> = { cs_test: 58, bps: 32, evt: 24 };
const DEFAULT_LENGTH = 24;

/** A new id such as `cus_4fK…`: the prefix says what it names, the rest cannot be guessed. */
export function newId(prefix: string): string {
  const length = LENGTHS[prefix] ?? DEFAULT_LENGTH;
  const characters = Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${prefix}_${characters.join('')}`;
}
