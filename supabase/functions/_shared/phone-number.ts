import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Environment } from './environment.ts';
import { readPhone } from './texts/contact.ts';

/** A number that was read; or why none was. */
export type ReadNumber = { readonly number: string } | { readonly problem: 'phone_invalid' | 'phone_country' };

/**
 * Reads a number as people write it. The list of numbering plans here has mobile numbers alone: landlines, service and
 * premium numbers are none.
 *
 * @param text with or without country; without, the first of `smsCountries` is meant
 */
export function readNumber(text: string, { smsCountries }: Pick<Environment, 'smsCountries'>): ReadNumber {
  const home = smsCountries[0];
  // A country outside of the list is unknown.
  const parsed = parsePhoneNumberFromString(readPhone(text) ?? text, {
    extract: false,
    ...(home !== undefined && isSupportedCountry(home) && { defaultCountry: home }),
  });
  if (!parsed?.isValid() || parsed.ext) return { problem: 'phone_invalid' };
  if (!parsed.country || !smsCountries.includes(parsed.country)) return { problem: 'phone_country' };
  return { number: parsed.number };
}
