import { useState } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { DataError, deleteLogbookTemplate, saveLogbookTemplate, type LogbookTemplate } from '@nemus/data';
import { Alert, Button, DateField, dayProblem, Form, formatCount, FormRow, Row, TextField } from '@nemus/ui';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { sessionsOf, type WeekCopy } from './week-copies';

/** Saves what is listed as a template, also one that repeats until a day; deletes the template that is shown. */
export function TemplatePart({
  monday,
  template,
  copies,
  onDeleted,
}: {
  monday: string;
  /** The one that is shown. */
  template: LogbookTemplate | undefined;
  /** Its sessions. */
  copies: readonly WeekCopy[];
  onDeleted: () => void;
}) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const [name, setName] = useState(template?.name ?? '');
  const [until, setUntil] = useState(template?.last_on ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const save = useAction({
    mutationFn: () =>
      saveLogbookTemplate(client, {
        name,
        first_on: template?.first_on ?? monday,
        last_on: until === '' ? null : until,
        sessions: sessionsOf(copies),
      }),
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: 'Vorlage gespeichert' });
    },
  });
  const remove = useAction({
    mutationFn: (id: string) => deleteLogbookTemplate(client, id),
    onSuccess: () => {
      onDeleted();
      publish();
      notify({ kind: 'success', title: 'Vorlage gelöscht' });
    },
  });
  const failed = save.error ?? remove.error;
  const fault = (field: string) => (failed instanceof DataError && failed.field === field ? failed.message : undefined);
  const first = template?.first_on ?? monday;
  return (
    <Form
      aria-label="Vorlage speichern"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(name.trim() === '');
        if (name.trim() !== '' && (until === '' || dayProblem(until, { min: first }) === null)) save.mutate(undefined);
      }}
    >
      {failed !== null && fault('name') === undefined && fault('last_on') === undefined && (
        <Alert tone="error" title="Nicht gespeichert">
          {reasonOf(failed)}
        </Alert>
      )}
      <FormRow>
        <TextField
          label="Name der Vorlage"
          autoComplete="off"
          hint="Nur Sie sehen ihn. Ohne Namen von Patient*innen."
          maxLength={60}
          error={isEmpty ? 'Bitte geben Sie einen Namen an.' : fault('name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <DateField
          label="Jede Woche bis"
          optional
          hint="Bis dahin erinnert jede Woche daran."
          min={first}
          error={fault('last_on')}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      </FormRow>
      <Row>
        <Button type="submit" loading={save.isPending} disabled={copies.length === 0}>
          {`${formatCount(copies.length, 'Sitzung', 'Sitzungen')} als Vorlage speichern`}
        </Button>
        {template !== undefined && (
          <Button variant="quiet" icon="delete" loading={remove.isPending} onClick={() => remove.mutate(template.id)}>
            Vorlage löschen
          </Button>
        )}
      </Row>
    </Form>
  );
}
