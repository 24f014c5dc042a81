import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { handOverEntries, type Workload } from '@nemus/data';
import { Alert, Button, Dialog, formatCount, Select, Stack, Text } from '@nemus/ui';
import { usePersonChange } from '../people/usePersonChange';

const entries = (count: number) => formatCount(count, 'Eintrag', 'Einträge');

/** Hands over pending entries to another person, as far as that one may confirm them. */
export function HandOverDialog({
  person,
  people,
  onClose,
}: {
  person: Workload;
  /** The people on the list. */
  people: readonly Workload[];
  onClose: () => void;
}) {
  const client = useDataClient();
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState(false);
  const { save, isPending, at, besides } = usePersonChange(
    () => handOverEntries(client, person.confirmer_id, to),
    ({ handedOver, left }) =>
      left === 0
        ? `${entries(handedOver)} übergeben`
        : `${handedOver === 0 ? 'Nichts' : entries(handedOver)} übergeben; ${entries(left)} darf diese Person nicht bestätigen`,
    onClose,
  );
  const possible = people.filter(({ confirmer_id: id }) => id !== person.confirmer_id);
  const problem = besides('to');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Einträge übergeben"
      description={`${entries(person.open)} bei ${person.name}`}
      actions={
        <>
          <Button
            variant="primary"
            loading={isPending}
            onClick={() => {
              setAsked(true);
              if (to !== '') save();
            }}
          >
            Übergeben
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </>
      }
    >
      <Stack gap={2}>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        <Text variant="small">
          Übergeben wird, was die andere Person nach Kategorie, Tag und Stätte bestätigen darf. Ihre PiW werden
          benachrichtigt, und im Verlauf jedes Eintrags steht, wer ihn übergeben hat. Einträge zur Selbsterfahrung mit
          einer Notiz bleiben: Sie gehen nur an die Person, an die sie gerichtet sind.
        </Text>
        <Select
          label="An wen"
          placeholder="Bitte wählen"
          options={possible.map(({ confirmer_id: id, name }) => ({ value: id, label: name }))}
          value={to}
          error={asked && to === '' ? 'Bitte wählen Sie, wer bestätigen soll.' : at('to')}
          onChange={({ target }) => setTo(target.value)}
        />
      </Stack>
    </Dialog>
  );
}
