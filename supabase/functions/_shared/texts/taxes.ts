import { once } from './values.ts';

/** How something is taxed, as the database decides it (`private.nemus_tax_of`). */
export interface Tax {
  /** UNTDID 5305: S taxed, E exempt, AE reverse charge, O outside the scope of VAT. */
  readonly category: string;
  /** In percent. */
  readonly rate: number;
  /** The ground when no tax is charged. */
  readonly note?: string | null | undefined;
}

const regions = once(() => new Intl.DisplayNames('de', { type: 'region' }));

/** A country that the portal sells to. */
export interface SoldCountry {
  readonly country: string;
  /** Only to businesses. */
  readonly needs_vat_id: boolean;
}

/** What people read next to a price: `inkl. 19 % USt.`, or why there is no tax. */
export const taxText = ({ rate, note }: Tax): string =>
  rate > 0 ? `inkl. ${String(rate).replace('.', ',')} % USt.` : (note ?? '');

/** A price with what people read about its tax: `230,00 € inkl. 19 % USt.`, `230,00 € · Steuerfrei …`. */
export const withTaxText = (price: string, text: string): string =>
  text === '' ? price : `${price}${text.startsWith('inkl.') ? ' ' : ' · '}${text}`;

/** A sum of several taxes: each text once. */
export const taxTexts = (taxes: readonly Tax[]): string => [...new Set(taxes.map(taxText))].join(' · ');

/** Name of a country from its code (ISO 3166-1). */
export const countryName = (code: string): string => regions().of(code) ?? code;

/** Where the portal sells to. */
export const soldToText = (countries: readonly SoldCountry[]): string =>
  `Wir verkaufen nur an Rechnungsanschriften in: ${countries
    .map(({ country, needs_vat_id: vat }) => `${countryName(country)}${vat ? ' (mit USt-IdNr.)' : ''}`)
    .join(', ')}.`;
