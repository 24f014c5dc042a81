import type { Snapshot } from './snapshot.ts';

/** Countries as people write them in the settings, and their codes of ISO 3166-1. */
const COUNTRIES: Readonly<Record<string, string>> = { deutschland: 'DE', österreich: 'AT', schweiz: 'CH' };

/** The code of a country, from its code or its German name; empty for neither. */
export function countryCode(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? country : (COUNTRIES[country.toLowerCase()] ?? '');
}

/** A placeholder in brackets marks a missing entry of the operator's data. */
const isGiven = (value: string) => value !== '' && !/^\[.*\]$/.test(value);
const isAddress = (value: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value);
const isVatId = (value: string) => /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(value);

/** A required part of an electronic invoice, as a code; the screens have its text. */
export type InvoiceGap =
  | `seller_${'name' | 'street' | 'postal_code' | 'city' | 'country' | 'email' | 'phone' | 'vat_id' | 'register'}`
  | `buyer_${'name' | 'street' | 'postal_code' | 'city' | 'country' | 'email' | 'reference'}`;

/**
 * The missing parts of an invoice; empty when it can be written. A seller has a VAT id, or a tax number, which also
 * identifies sole traders without a register entry (BR-CO-26, BR-S-2). XRechnung requires a telephone number (BR-DE-6)
 * and the buyer's reference (BR-DE-15).
 */
export function findGaps({ seller, buyer, format, taxes }: Snapshot): InvoiceGap[] {
  const gaps: InvoiceGap[] = [];
  for (const field of ['name', 'street', 'postal_code', 'city'] as const) {
    if (!isGiven(seller[field])) gaps.push(`seller_${field}`);
    if (!isGiven(buyer[field])) gaps.push(`buyer_${field}`);
  }
  if (countryCode(seller.country) === '') gaps.push('seller_country');
  if (countryCode(buyer.country) === '') gaps.push('buyer_country');
  if (!isAddress(seller.email)) gaps.push('seller_email');
  if (!isAddress(buyer.email)) gaps.push('buyer_email');
  if (!isVatId(seller.vat_id) && !isGiven(seller.tax_number)) gaps.push('seller_vat_id');
  // Without VAT ids (BR-O-02), register entry or tax number identify the seller.
  const isOutside = taxes.some(({ category }) => category === 'O');
  if (isOutside && !isGiven(seller.register) && !isGiven(seller.tax_number)) gaps.push('seller_register');
  if (format === 'xrechnung') {
    // At least three digits (BR-DE-27).
    if ((seller.phone.match(/\d/g) ?? []).length < 3) gaps.push('seller_phone');
    if (buyer.reference === '') gaps.push('buyer_reference');
  }
  return gaps;
}

/** What XRechnung requires beyond EN 16931. */
export const XRECHNUNG_GAPS: readonly InvoiceGap[] = ['seller_phone', 'buyer_reference'];

/** Whether tax offices and schemas accept a number as a VAT number. */
export { isGiven, isVatId };
