import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { correctLogbookEntry, deleteLogbookEntry, submitLogbookEntries, takeBackLogbookEntry } from '@nemus/data';
import { formatCount } from '@nemus/ui';
import { usePublishLogbookChange } from '../frame/usePublishLogbookChange';

/** Actions on entries of the server, each with its success and failure message. */
export function useEntryActions() {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const told = (title: string, failed: string) => ({
    onSuccess: () => {
      publish();
      notify({ kind: 'success' as const, title });
    },
    onError: (error: Error) => {
      // The shown data may be outdated: refetch it.
      publish();
      notify({ kind: 'error' as const, title: failed, description: reasonOf(error) });
    },
  });
  const submit = useAction({
    mutationFn: (ids: readonly string[]) => submitLogbookEntries(client, ids),
    ...told('', 'Nicht eingereicht'),
    onSuccess: (count: number) => {
      publish();
      notify({ kind: 'success', title: `${formatCount(count, 'Eintrag', 'Einträge')} eingereicht` });
    },
  });
  const remove = useAction({
    mutationFn: (id: string) => deleteLogbookEntry(client, id),
    ...told('Eintrag gelöscht', 'Eintrag nicht gelöscht'),
  });
  const takeBack = useAction({
    mutationFn: (id: string) => takeBackLogbookEntry(client, id),
    ...told('Eintrag zurückgenommen', 'Eintrag nicht zurückgenommen'),
  });
  const correct = useAction({
    mutationFn: (id: string) => correctLogbookEntry(client, id),
    ...told('Berichtigung geöffnet: Ändern Sie, was falsch war', 'Eintrag nicht berichtigt'),
  });
  return { submit, remove, takeBack, correct };
}
export type EntryActions = ReturnType<typeof useEntryActions>;
