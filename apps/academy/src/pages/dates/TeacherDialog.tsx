import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { DataError, saveTeacher, type Teacher } from '@nemus/data';
import { Alert, Button, Checkbox, Dialog, Stack, TextField } from '@nemus/ui';

/** Adds or changes a teacher. */
export function TeacherDialog({ teacher, onClose }: { teacher: Teacher | null; onClose: () => void }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [name, setName] = useState(teacher?.name ?? '');
  const [email, setEmail] = useState(teacher?.email ?? '');
  const [isActive, setActive] = useState(teacher?.is_active ?? true);
  const save = useAction({
    mutationFn: () => saveTeacher(client, { id: teacher?.id ?? null, name, email, isActive }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['teaching'] });
      notify({ kind: 'success', title: teacher === null ? `${name} ist eingetragen` : 'Gespeichert' });
      onClose();
    },
  });
  const field = save.error instanceof DataError ? save.error.field : undefined;
  const words = save.error === null ? undefined : reasonOf(save.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={teacher === null ? 'Person eintragen' : 'Person bearbeiten'}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="primary" loading={save.isPending} onClick={() => save.mutate()}>
            Speichern
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {words !== undefined && field !== 'name' && field !== 'email' && <Alert tone="error">{words}</Alert>}
        <TextField
          label="Name"
          hint="So, wie ihn Teilnehmer*innen lesen"
          maxLength={200}
          value={name}
          error={field === 'name' ? words : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="E-Mail"
          type="email"
          optional
          maxLength={255}
          value={email}
          error={field === 'email' ? words : undefined}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Checkbox
          label="Aktiv: kann für neue Termine gewählt werden"
          checked={isActive}
          onChange={({ target }) => setActive(target.checked)}
        />
      </Stack>
    </Dialog>
  );
}
