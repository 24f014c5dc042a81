import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { withdrawNameRequest, type NameRequest } from '@nemus/data';
import { Alert, Button, formatDate } from '@nemus/ui';
import { useQueryClient } from '@tanstack/react-query';

/** A request that staff has not decided yet. */
export function OpenRequest({ request }: { request: NameRequest }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const withdraw = useAction({
    mutationFn: () => withdrawNameRequest(client),
    onSuccess: () => notify({ kind: 'success', title: 'Antrag zurückgezogen' }),
    onError: (error) => notify({ kind: 'error', title: 'Antrag nicht zurückgezogen', description: reasonOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['own-name'] }),
  });
  return (
    <Alert
      tone="info"
      title={`${request.asked_by === null ? 'Ihr Antrag' : `Der Antrag von ${request.asked_by}`} auf „${request.first_name} ${request.last_name}“ wird geprüft.`}
      actions={
        <Button size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Antrag zurückziehen
        </Button>
      }
    >
      Gestellt am {formatDate(request.created_at)}. Bis zur Entscheidung bleibt Ihr Name, wie er ist. Grund:{' '}
      {request.reason}
    </Alert>
  );
}
