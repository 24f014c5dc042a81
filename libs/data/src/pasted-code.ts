import { plainCode } from './texts';

const CAPITALS = 'АВЕЗІКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN = 'ABE3IKMHOPCTYXABEZHIKMNOPTYX';
const LABELS = /^(?:[^0-9A-Z]*(?:ZERTIFIKAT|BESCHEINIGUNG|NACHWEIS|CODE|NUMMER|NUMBER|NR|NO|ID)[^0-9A-Z]+)*/;

/**
 * The signs of a code of the portal's own alphabet in a pasted text: a certificate's number, an attendance code or a
 * recovery code. Words before it, separators and case make no difference; O, I and L, which the alphabet lacks, are
 * read as 0 and 1. The database's `nemus_code_signs` does the same.
 *
 * @param length the number of signs; without such a code, the result is everything that was typed
 */
export function readCode(text: string, length: 6 | 16): string {
  const latin = Array.from(plainCode(text), (sign) => LATIN[CAPITALS.indexOf(sign)] ?? sign).join('');
  const signs = '(?:[^0-9A-Z]*[0-9A-Z])';
  const words = latin.toUpperCase().replace(new RegExp(`^.*[:#](?=${signs}{${length}})`, 's'), '');
  const rest = words.replace(LABELS, '');
  const whole = new RegExp(`(?:^|[^0-9A-Z])([0-9A-Z]{${length}})(?![0-9A-Z])`).exec(rest)?.[1];
  const grouped = /(?:^|[^0-9A-Z])((?:[0-9A-Z]{4}[^0-9A-Z]{1,3}){3}[0-9A-Z]{4})(?![0-9A-Z])/;
  const found = whole ?? (length === 16 ? grouped.exec(rest)?.[1] : undefined) ?? rest;
  return found
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

/** A code of 16 signs as it is printed, in groups of four. */
export const groupedCode = (text: string): string => readCode(text, 16).replaceAll(/(.{4})(?=.)/g, '$1-');

/**
 * Six digits of a one-time code in a pasted text, such as a whole SMS.
 *
 * @returns what was typed, without separators, when it has no six digits
 */
export function readDigits(text: string): string {
  const plain = plainCode(text);
  const found = /(?<!\d)\d(?:[ .-]?\d){5}(?![ .-]?\d)/.exec(plain)?.[0] ?? plain;
  return found.replaceAll(/[\s.-]/g, '');
}
