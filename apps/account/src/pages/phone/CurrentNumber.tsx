import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { endPhone, type Phone } from '@nemus/data';
import { Alert, Button, Card, Dialog, FormActions, formatDate, Stack, Text } from '@nemus/ui';
import { readablePhone } from './readable-phone';

/** The number in use, and the ways to another one and to none. */
export function CurrentNumber({ current, onChange }: { current: NonNullable<Phone['current']>; onChange: () => void }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [asking, setAsking] = useState(false);
  const end = useAction({
    mutationFn: () => endPhone(client),
    onSuccess: async () => {
      setAsking(false);
      notify({ kind: 'success', title: 'Mobilnummer gelöscht' });
      await queries.invalidateQueries({ queryKey: ['phone'] });
    },
  });
  return (
    <Card title="Ihre Mobilnummer" level={2}>
      <Stack gap={2}>
        <Text>
          {readablePhone(current.number)}, geprüft am {formatDate(current.checkedAt)}
        </Text>
        <FormActions>
          <Button onClick={onChange}>Nummer ändern</Button>
          <Button onClick={() => setAsking(true)}>SMS beenden</Button>
        </FormActions>
      </Stack>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title="SMS beenden"
          size="small"
          actions={
            <>
              <Button variant="danger" loading={end.isPending} onClick={() => end.mutate()}>
                SMS beenden
              </Button>
              <Button onClick={() => setAsking(false)}>Abbrechen</Button>
            </>
          }
        >
          <Stack gap={2}>
            {end.error !== null && <Alert tone="error">{reasonOf(end.error)}</Alert>}
            <Text>
              Sie bekommen ab sofort keine SMS mehr, und Ihre Nummer wird gelöscht. E-Mails und die Mitteilungen im
              Portal bleiben, wie Sie sie gewählt haben.
            </Text>
          </Stack>
        </Dialog>
      )}
    </Card>
  );
}
