import { useQueryClient } from '@tanstack/react-query';
import { usePorts } from '@nemus/contract/react';
import { removeSampleData } from '@nemus/data';
import { useDataClient } from '../reads/data-client';
import { reasonOf } from '../actions/reason';
import { useAction } from '../actions/useAction';

/** Removes the account's sample data, and refetches everything of the area. */
export function useRemoveSampleData() {
  const client = useDataClient();
  const cache = useQueryClient();
  const { notify } = usePorts();
  return useAction({
    mutationFn: () => removeSampleData(client),
    onSuccess: async () => {
      notify({
        kind: 'success',
        title: 'Beispieldaten entfernt',
        description: 'Was Sie selbst gemacht haben, ist geblieben.',
      });
      await cache.invalidateQueries();
    },
    onError: (error) => notify({ kind: 'error', title: 'Beispieldaten nicht entfernt', description: reasonOf(error) }),
  });
}
