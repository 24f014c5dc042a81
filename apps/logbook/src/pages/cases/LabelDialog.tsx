import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { labelLogbookCase, type LogbookCase } from '@nemus/data';
import { Button, Dialog, TextField } from '@nemus/ui';
import { HINT_WORDS, personHint } from '../../entries/person-hint';
import { useCaseAction } from './useCaseAction';

/** Longest label, in characters. */
const LONGEST = 30;

/** Sets the trainee's own label of a case. */
export function LabelDialog({ one, onClose }: { one: LogbookCase; onClose: () => void }) {
  const client = useDataClient();
  const [label, setLabel] = useState(one.label);
  const hint = personHint(label);
  const save = useCaseAction(
    () => labelLogbookCase(client, one.id, label.trim()),
    'Bezeichnung gespeichert',
    'Bezeichnung nicht gespeichert',
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${one.code} bezeichnen`}
      actions={
        <>
          <Button
            variant="primary"
            loading={save.isPending}
            onClick={() => save.mutate(undefined, { onSuccess: onClose })}
          >
            Speichern
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </>
      }
    >
      <TextField
        label="Eigene Bezeichnung"
        optional
        maxLength={LONGEST}
        autoComplete="off"
        hint={hint === null ? 'Nur Sie sehen sie; Ausdruck und Bestätigung nennen den Code.' : HINT_WORDS[hint]}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
    </Dialog>
  );
}
