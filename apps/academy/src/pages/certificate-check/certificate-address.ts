import { groupedCode, plainCode } from '@nemus/data';
import { CERTIFICATE_CHECK } from '../../paths';

const DRAWN = /^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/;

/** The number in a pasted text, as it is printed; a text without one in plain characters. */
function numberIn(text: string): string {
  const grouped = groupedCode(text);
  return DRAWN.test(grouped) ? grouped : plainCode(text).replace(/^.*?(?=\b(?:T|K|NZ)\s*-)/i, '');
}

/** The number in the page's address; empty without one. */
export function numberInPath(pathname: string): string {
  const segment = pathname.slice(CERTIFICATE_CHECK.length + 1).replace(/\/+$/, '');
  try {
    return numberIn(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

/** Address of the page for a number. */
export const certificatePath = (number: string): string =>
  `${CERTIFICATE_CHECK}/${encodeURIComponent(numberIn(number).toUpperCase())}`;

/**
 * Whether a number is from before numbers were random (T-…, K-…), or of another issuer (NZ-…): they can be guessed, so
 * they get no answer.
 */
export const isOlderNumber = (number: string): boolean => /^(?:T|K|NZ)\s*-/i.test(number.trim());
