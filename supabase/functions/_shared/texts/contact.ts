import { plainText } from './plain-text.ts';

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * An address as people type or paste it, in the form in which accounts, lists and mails have it: an internationalised
 * domain in punycode, so that both forms are one person. The database's `nemus_mail_address` writes the same form into
 * every table.
 *
 * @returns null for what is no address, and for letters beyond ASCII before the @: the sign-in service takes none, so
 *   such a person could be invited, but never registered
 */
export function readMailAddress(text: string): string | null {
  const [local = '', domain = '', ...more] = plainText(text)
    .replace(/^mailto:/i, '')
    .replaceAll('。', '.')
    .split('@');
  if (more.length > 0 || !LOCAL.test(local) || local.length > 64) return null;
  // The URL parser has the rules of IDNA; what it takes for a port, a path or a number is no domain.
  if (/[\s/?#:\\[\]%&<>"']/.test(domain) || !domain.includes('.')) return null;
  try {
    const { hostname } = new URL(`https://${domain}`);
    return DOMAIN.test(hostname) && local.length + hostname.length < 254 ? `${local}@${hostname}` : null;
  } catch {
    return null;
  }
}

/**
 * A telephone number as people type or paste it, in keyboard characters and without the zero of "+49 (0)221".
 *
 * @returns null for what is no number
 */
export function readPhone(text: string): string | null {
  const number = plainText(text)
    .replace(/^tel[.:]*\s*/i, '')
    .replace(/^((?:\+|00)\d{1,3})[\s-]*[([]\s*0\s*[)\]][\s-]*/, '$1 ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/[\s·•]+/g, ' ')
    .replace(/^\(\+(\d+)\)/, '+$1')
    .replace(/^\(/, '')
    .trim();
  const opened = number.split('(').length;
  const even = opened === number.split(')').length ? number : number.replace(/\)/, '');
  return /^[+0-9][0-9 ()/.-]{3,30}$/.test(even) ? even : null;
}

/**
 * A postal code of Germany, Austria or Switzerland, without the letters of the country before it.
 *
 * @param country of the address; undefined where the form has none
 * @returns null for a code that these countries do not give out
 */
export function readPostalCode(text: string, country?: 'DE' | 'AT' | 'CH'): string | null {
  const code = plainText(text)
    .replace(/^(?:D|DE|A|AT|CH|FL)\s*-?\s*(?=\d)/i, '')
    .replaceAll(/\s/g, '');
  const german = /^\d{5}$/.test(code) && code >= '01000';
  const other = /^[1-9]\d{3}$/.test(code);
  if (country === undefined) return german || other ? code : null;
  return (country === 'DE' ? german : other) ? code : null;
}
