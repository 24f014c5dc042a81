import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** Countries that invoices go to (ISO 3166-1). */
export const BILLING_COUNTRIES = ['DE', 'AT', 'CH'] as const;
export type BillingCountry = (typeof BILLING_COUNTRIES)[number];

/** A row of `nemus_billing_addresses`: the recipient of the account's invoices. */
export const billingAddressSchema = z.object({
  recipient: z.string(),
  street: z.string(),
  /** Second line; empty without one. */
  extra_line: z.string().default(''),
  postal_code: z.string(),
  city: z.string(),
  country: z.enum(BILLING_COUNTRIES),
});
export type BillingAddress = z.infer<typeof billingAddressSchema>;

/**
 * The account's address for invoices. Null while none was given.
 * The database returns the rows of the account, or of the institution it acts for.
 */
export async function fetchBillingAddress(client: DataClient): Promise<BillingAddress | null> {
  return readRows(
    await client
      .from('nemus_billing_addresses')
      .select('recipient, street, extra_line, postal_code, city, country')
      .maybeSingle(),
    billingAddressSchema.nullable(),
  );
}

export const billingAddressQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['billing-address', userId], queryFn: () => fetchBillingAddress(client) });
