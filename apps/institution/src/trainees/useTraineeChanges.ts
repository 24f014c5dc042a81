import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import {
  DataError,
  resendInvitation,
  revokeInvitation,
  setTraineeStatus,
  unlinkTrainee,
  type Trainee,
} from '@nemus/data';
import { fullName } from './trainee-labels';

/** Invites, withdraws, unlinks, activates and deactivates one trainee. Every change is known to be done before it is shown. */
export function useTraineeChanges(trainee: Trainee) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const refresh = () => queries.invalidateQueries({ queryKey: ['trainees'] });
  const change = (title: string, failed: string, description: string | undefined, run: () => Promise<void>) => ({
    mutationFn: run,
    // Also after a failure: another tab may have changed it.
    onSettled: refresh,
    onSuccess: () => notify({ kind: 'success' as const, title, description }),
    onError: (error: unknown) => notify({ kind: 'error' as const, title: failed, description: reasonOf(error) }),
  });

  const invite = useAction(
    change('Einladung verschickt', 'Einladung nicht verschickt', `an ${trainee.email}`, async () => {
      const result = await resendInvitation(client, trainee.id);
      if (result?.code) throw new DataError(result.code, result.message ?? '', 502);
    }),
  );
  const revoke = useAction(
    change(
      'Einladung zurückgezogen',
      'Einladung nicht zurückgezogen',
      'Der Link in der Nachricht gilt nicht mehr.',
      () => revokeInvitation(client, trainee.id),
    ),
  );
  const unlink = useAction(
    change(
      'Verbindung beendet',
      'Verbindung nicht beendet',
      'Ihre Weiterbildungsstätte sieht den Fortschritt der Person nicht mehr.',
      () => unlinkTrainee(client, trainee.id),
    ),
  );
  const next = trainee.status === 'active' ? 'inactive' : 'active';
  const toggle = useAction(
    change(next === 'inactive' ? 'PiW deaktiviert' : 'PiW aktiviert', 'Status nicht geändert', fullName(trainee), () =>
      setTraineeStatus(client, trainee.id, next),
    ),
  );
  return { invite, revoke, unlink, toggle };
}
