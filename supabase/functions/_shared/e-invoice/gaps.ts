import type { Snapshot } from './snapshot.ts';

/** Countries as people write them in the settings, and their codes of ISO 3166-1. */
const COUNTRIES: Readonly<Record<string, string>> = { deutschland: 'DE', österreich: 'AT', schweiz: 'CH' };

/** The code of a country that is given by its code or its German name; empty when it is neither. */
export function countryCode(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? country : (COUNTRIES[country.toLowerCase()] ?? '');
}

/** A placeholder in brackets marks a missing entry of the operator's data. */
const isGiven = (value: string) => value !== '' && !/^\[.*\]$/.test(value);
const isAddress = (value: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value);
const isVatId = (value: string) => /^[A-Z]{2}[A-Z0-9]{2,12}$/.test(value);

/** What an electronic invoice cannot do without, as a code; its words stand with the screens. */
export type InvoiceGap =
  | `seller_${'name' | 'street' | 'postal_code' | 'city' | 'country' | 'email' | 'phone' | 'vat_id'}`
  | `buyer_${'name' | 'street' | 'postal_code' | 'city' | 'country' | 'email' | 'reference'}`;

/**
 * What an invoice is short of; empty when it can be written. Nothing is put in its place: who has no VAT number or entry
 * in a register is not identified as BR-CO-26 asks for, and XRechnung asks for a telephone number (BR-DE-6) and for the
 * buyer's reference (BR-DE-15).
 */
export function findGaps({ seller, buyer, format }: Snapshot): InvoiceGap[] {
  const gaps: InvoiceGap[] = [];
  for (const field of ['name', 'street', 'postal_code', 'city'] as const) {
    if (!isGiven(seller[field])) gaps.push(`seller_${field}`);
    if (!isGiven(buyer[field])) gaps.push(`buyer_${field}`);
  }
  if (countryCode(seller.country) === '') gaps.push('seller_country');
  if (countryCode(buyer.country) === '') gaps.push('buyer_country');
  if (!isAddress(seller.email)) gaps.push('seller_email');
  if (!isAddress(buyer.email)) gaps.push('buyer_email');
  if (!isVatId(seller.vat_id) && !(isGiven(seller.register) && isGiven(seller.tax_number))) gaps.push('seller_vat_id');
  if (format === 'xrechnung') {
    // At least three digits (BR-DE-27).
    if ((seller.phone.match(/\d/g) ?? []).length < 3) gaps.push('seller_phone');
    if (buyer.reference === '') gaps.push('buyer_reference');
  }
  return gaps;
}

/** Whether a number is one that tax offices and schemas take as a VAT number. */
export { isGiven, isVatId };
