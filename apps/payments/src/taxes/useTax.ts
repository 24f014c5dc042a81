import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { countryName, ownTaxesQuery, soldToText, taxText, type OwnTaxes } from '@nemus/data';

/** What people read about the VAT of a product before they buy it. */
export interface ProductTax {
  /** `inkl. 19 % USt.`, or the ground for none; empty while unknown. */
  readonly text: string;
  /** Not sold to the account's address. */
  readonly isRefused: boolean;
  /** Where the portal sells to; null once a sold address is known. */
  readonly sellsTo: string | null;
}

/** How a product is taxed for the account. Unknown taxes stop no purchase: the database checks every order. */
export function useTax(kind: keyof OwnTaxes['kinds'], courseId: string | null = null): ProductTax {
  const client = useDataClient();
  const { userId } = useSession();
  const { data, isError } = useQuery(ownTaxesQuery(client, userId));
  if (!data) return { text: isError ? 'Umsatzsteuer laut Rechnung' : '', isRefused: false, sellsTo: null };
  const own = courseId === null ? undefined : data.courses[courseId];
  const tax = own === undefined ? data.kinds[kind] : own;
  if (tax !== null) {
    return { text: taxText(tax), isRefused: false, sellsTo: data.country === null ? soldToText(data.countries) : null };
  }
  const refused = `Ihre Rechnungsanschrift ist in: ${countryName(data.country ?? '')}. Dorthin verkaufen wir nicht.`;
  return { text: '', isRefused: true, sellsTo: `${refused} ${soldToText(data.countries)}` };
}
