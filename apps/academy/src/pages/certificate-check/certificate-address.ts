import { CERTIFICATE_CHECK } from '../../paths';

/** The number in the page's address; empty without one. */
export function numberInPath(pathname: string): string {
  const segment = pathname.slice(CERTIFICATE_CHECK.length + 1).replace(/\/+$/, '');
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment;
  }
}

/** Address of the page for a number. */
export const certificatePath = (number: string): string =>
  `${CERTIFICATE_CHECK}/${encodeURIComponent(number.trim().toUpperCase())}`;

/**
 * Whether a number is from before numbers were random (T-…, K-…), or of another issuer (NZ-…): they can be guessed, so
 * they get no answer.
 */
export const isOlderNumber = (number: string): boolean => /^(?:T|K|NZ)\s*-/i.test(number.trim());
