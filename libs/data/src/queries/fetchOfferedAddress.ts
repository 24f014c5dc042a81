import { queryOptions } from '@tanstack/react-query';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { billingAddressSchema, type BillingAddress } from './fetchBillingAddress';

/** The address that the account entered at its last payment, offered for saving. Null if it has a saved one. */
export async function fetchOfferedAddress(client: DataClient): Promise<BillingAddress | null> {
  return readRows(await client.rpc('nemus_offered_address'), billingAddressSchema.nullable());
}

export const offeredAddressQuery = (client: DataClient, userId: string) =>
  queryOptions({ queryKey: ['offered-address', userId], queryFn: () => fetchOfferedAddress(client) });
