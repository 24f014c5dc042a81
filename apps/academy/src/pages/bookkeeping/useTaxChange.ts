import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { productTaxesQuery, type DataClient } from '@nemus/data';

/** Saves one change of the taxes, and reads them again. */
export function useTaxChange<T>(change: (client: DataClient, value: T) => Promise<void>) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  return useAction({
    mutationFn: (value: T) => change(client, value),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: productTaxesQuery(client).queryKey });
      notify({ kind: 'success', title: 'Besteuerung gespeichert' });
    },
    onError: (error) => notify({ kind: 'error', title: 'Besteuerung nicht gespeichert', description: reasonOf(error) }),
  });
}
