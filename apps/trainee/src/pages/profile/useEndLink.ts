import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { DataError, institutionLinksQuery, leaveInstitution } from '@nemus/data';

/** Without an answer the result is unknown; the refetched list shows it. */
const reasonOf = (error: unknown) =>
  error instanceof DataError && error.status >= 400 && error.status < 500
    ? error.message
    : 'Der Server hat es nicht bestätigt. Ob die Verbindung noch besteht, zeigt Ihr Profil.';

/** Ends the account's link with an institution. Shown as done only after the database's confirmation. */
export function useEndLink() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const { userId } = useSession();
  return useAction({
    mutationFn: (traineeId: string) => leaveInstitution(client, traineeId),
    onSuccess: () =>
      notify({
        kind: 'success',
        title: 'Verbindung beendet',
        description: 'Die Weiterbildungsstätte sieht Ihren Fortschritt nicht mehr.',
      }),
    onError: (error) => notify({ kind: 'error', title: 'Verbindung nicht beendet', description: reasonOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: institutionLinksQuery(client, userId).queryKey }),
  });
}
