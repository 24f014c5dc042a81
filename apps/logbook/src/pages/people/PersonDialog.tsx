import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { saveConfirmer, type ConfirmingPerson } from '@nemus/data';
import { TextField } from '@nemus/ui';
import { PersonChangeDialog } from './PersonChangeDialog';
import { usePersonChange } from './usePersonChange';

/** Changes name or address of a confirmer. */
export function PersonDialog({ person, onClose }: { person: ConfirmingPerson; onClose: () => void }) {
  const client = useDataClient();
  const [name, setName] = useState(person.name);
  const [email, setEmail] = useState(person.email);
  const { save, isPending, at, besides } = usePersonChange(
    () => saveConfirmer(client, { id: person.id, name, email }),
    'Gespeichert',
    onClose,
  );
  const other = besides('name', 'email');
  return (
    <PersonChangeDialog title="Person bearbeiten" problem={other} isPending={isPending} onSave={save} onClose={onClose}>
      <TextField
        label="Name"
        hint="Mit Titel, so wie er unter bestätigten Einträgen steht"
        maxLength={200}
        value={name}
        error={at('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="E-Mail"
        type="email"
        hint={
          person.state === 'account'
            ? 'Diese Person bestätigt mit ihrem Konto; die Adresse bleibt.'
            : 'Dorthin gehen Links zum Bestätigen. Hat die Adresse ein Konto, kann die Person dort annehmen.'
        }
        maxLength={255}
        value={email}
        error={at('email')}
        onChange={({ target }) => setEmail(target.value)}
      />
    </PersonChangeDialog>
  );
}
