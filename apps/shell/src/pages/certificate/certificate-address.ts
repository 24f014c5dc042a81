import { normalizePath } from '@nemus/registry';
import { PATHS } from '../../routing/paths';

/** The number that an address of the page names; empty without one. */
export function numberInPath(pathname: string): string {
  const segment = normalizePath(pathname).slice(PATHS.certificate.length + 1);
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment;
  }
}

/** Where the page tells of a number. */
export const certificatePath = (number: string): string =>
  `${PATHS.certificate}/${encodeURIComponent(number.trim().toUpperCase())}`;

/**
 * Whether a number is of the kind that was given before numbers were drawn by chance (T-…, K-…), or of another issuer
 * (NZ-…): they can be guessed, so nobody is told what they belong to.
 */
export const isOlderNumber = (number: string): boolean => /^(?:T|K|NZ)\s*-/i.test(number.trim());
