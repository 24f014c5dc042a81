import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { deviceName, endAccountSession, endAccountSessions, type AccountSession } from '@nemus/data';
import { Alert, Button, Dialog, formatCount, formatDateTime, Stack, Text } from '@nemus/ui';

/** What to end: one session, all others, or all. */
export type Ending =
  | { readonly kind: 'one'; readonly session: AccountSession }
  | { readonly kind: 'others' }
  | { readonly kind: 'all' };

const WORDS = {
  one: { title: 'Gerät abmelden', button: 'Abmelden' },
  others: { title: 'Alle anderen abmelden', button: 'Alle anderen abmelden' },
  all: { title: 'Überall abmelden', button: 'Überall abmelden' },
} as const;

const WHOM = {
  one: 'Das Gerät ist spätestens nach einer Minute abgemeldet.',
  others: 'Die anderen Geräte sind spätestens nach einer Minute abgemeldet. Hier bleiben Sie angemeldet.',
  all: 'Alle Geräte sind spätestens nach einer Minute abgemeldet, dieses sofort. Sie melden sich danach neu an.',
} as const;

/** Ends sessions, after explaining the consequences. */
export function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify, session } = usePorts();
  const { mutate, isPending, error } = useAction({
    mutationFn: async () => {
      if (ending.kind === 'one') return (await endAccountSession(client, ending.session.id)) ? 1 : 0;
      return endAccountSessions(client, ending.kind === 'others');
    },
    onSuccess: async (ended) => {
      notify({
        kind: 'success',
        title: ended === 0 ? 'War schon abgemeldet' : `${formatCount(ended, 'Gerät', 'Geräte')} abgemeldet`,
      });
      onClose();
      if (ending.kind === 'all') await session.signOut();
      else await queries.invalidateQueries({ queryKey: ['account-sessions'] });
    },
  });
  const { title, button } = WORDS[ending.kind];
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={
        ending.kind === 'one'
          ? `${deviceName(ending.session.browser, ending.session.system)}, angemeldet am ${formatDateTime(ending.session.created_at)}`
          : undefined
      }
      actions={
        <>
          <Button variant="danger" loading={isPending} onClick={() => mutate()}>
            {button}
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </>
      }
    >
      <Stack gap={2}>
        {error !== null && <Alert tone="error">{reasonOf(error)}</Alert>}
        <Text variant="small">{WHOM[ending.kind]}</Text>
        <Text variant="small">
          Was dort gerade eingegeben und noch nicht gespeichert ist, geht nicht still verloren: Es bleibt auf der Seite
          stehen, bis sich dasselbe Konto dort wieder anmeldet.
        </Text>
      </Stack>
    </Dialog>
  );
}
