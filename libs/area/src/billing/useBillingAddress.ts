import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePorts, useSession } from '@nemus/contract/react';
import { billingAddressQuery, ownTaxesQuery, saveBillingAddress, type BillingAddress } from '@nemus/data';
import { useDataClient } from '../reads/data-client';
import { reasonOf } from '../actions/reason';

/**
 * The account's address for invoices, and a function that saves it.
 *
 * @param enabled false while nothing needs it; `query.refetch` still works
 */
export function useBillingAddress(enabled = true) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const options = billingAddressQuery(client, userId);
  const query = useQuery({ ...options, enabled });
  /** Saves it silently; rejects on failure. */
  const keep = async (address: BillingAddress) => {
    await saveBillingAddress(client, userId, address);
    queries.setQueryData(options.queryKey, address);
    // The country decides the tax.
    void queries.invalidateQueries({ queryKey: ownTaxesQuery(client, userId).queryKey });
  };
  const save = useMutation({
    mutationFn: keep,
    onSuccess: () => notify({ kind: 'success', title: 'Rechnungsanschrift gespeichert' }),
    onError: (error) =>
      notify({ kind: 'error', title: 'Rechnungsanschrift nicht gespeichert', description: reasonOf(error) }),
  });
  return { query, keep, save };
}
