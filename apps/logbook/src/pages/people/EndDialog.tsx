import { useDataClient } from '@nemus/area';
import { endConfirmer, endConfirmerRole, endDeputy } from '@nemus/data';
import { Alert, Button, Dialog, formatCount, Stack, Text } from '@nemus/ui';
import { usePersonChange } from './usePersonChange';

/** What to end. */
export interface Ending {
  readonly kind: 'person' | 'role' | 'deputy';
  readonly id: string;
  readonly title: string;
  /** Of the person whom it concerns. */
  readonly name: string;
}

const WORDS = {
  person: {
    title: 'Person von der Liste nehmen',
    text: 'Die Person bestätigt ab sofort nichts mehr, auch nicht über einen Link. Was sie bestätigt hat, bleibt bestätigt. Was noch bei ihr liegt, übergeben Sie danach unter „Auslastung“ an jemand anderen; Ihre PiW erfahren davon und können es auch selbst zurücknehmen.',
    done: 'Von der Liste genommen',
  },
  role: {
    title: 'Rolle beenden',
    text: 'Heute ist der letzte Tag dieser Rolle. Stunden von früheren Tagen kann die Person weiter bestätigen.',
    done: 'Rolle beendet',
  },
  deputy: {
    title: 'Vertretung beenden',
    text: 'Die Vertretung endet sofort. Was in Vertretung bestätigt wurde, bleibt bestätigt.',
    done: 'Vertretung beendet',
  },
} as const;

/** Ends a role, a deputy's term, or a person's place on the list, after explaining the consequences. */
export function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const client = useDataClient();
  const words = WORDS[ending.kind];
  const { save, isPending, besides } = usePersonChange<number | void>(
    () => {
      if (ending.kind === 'person') return endConfirmer(client, ending.id);
      return ending.kind === 'role' ? endConfirmerRole(client, ending.id) : endDeputy(client, ending.id);
    },
    (open) =>
      typeof open === 'number' && open > 0
        ? `${words.done}; ${formatCount(open, 'Eintrag wartet', 'Einträge warten')} noch`
        : words.done,
    onClose,
  );
  const problem = besides();
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={ending.kind === 'person' ? ending.name : `${ending.name}: ${ending.title}`}
      actions={
        <>
          <Button variant="danger" loading={isPending} onClick={save}>
            {ending.kind === 'person' ? 'Von der Liste nehmen' : 'Beenden'}
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </>
      }
    >
      <Stack gap={2}>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        <Text variant="small">{words.text}</Text>
      </Stack>
    </Dialog>
  );
}
