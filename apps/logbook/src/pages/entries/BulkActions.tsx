import { useState } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { caseName, deleteLogbookEntry, type ListedEntry } from '@nemus/data';
import { Button, ConfirmDialog, formatCount, FormRow, Row, Select, Stack, Surface, Text } from '@nemus/ui';
import { formOf, type EntryForm } from '../../entries/entry-form';
import { useEntryActions } from '../../entries/useEntryActions';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { saveLocalEntry } from '../../outbox/local-entries';
import type { EntryChoices } from '../week/EntryFields';

const counted = (count: number) => formatCount(count, 'Eintrag', 'Einträge');

/** What can be done with the ticked entries at once; each button says for how many of them. */
export function BulkActions({
  chosen,
  choices,
  onDone,
}: {
  /** Without entries that this device is changing. */
  chosen: readonly ListedEntry[];
  choices: EntryChoices;
  onDone: () => void;
}) {
  const { userId } = useSession();
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const { submit } = useEntryActions();
  const [asks, setAsks] = useState(false);
  const open = chosen.filter(({ state }) => state === 'draft' || state === 'returned');
  // A certificate has its own form.
  const changed = open.filter(({ issuer }) => issuer === null);
  const drafts = open.filter(({ state }) => state === 'draft');
  const ready = open.filter(({ confirmer_id: who }) => who !== null);
  const remove = useAction({
    mutationFn: async () => {
      // Sequential: the first refusal ends it.
      for (const { id } of drafts) await deleteLogbookEntry(client, id);
    },
    onSuccess: () => {
      notify({ kind: 'success', title: `${counted(drafts.length)} gelöscht` });
      onDone();
    },
    onError: (error: Error) => notify({ kind: 'error', title: 'Nicht alles gelöscht', description: reasonOf(error) }),
    onSettled: () => {
      setAsks(false);
      publish();
    },
  });
  /** Through the outbox: it works without a connection, and an entry changed elsewhere is shown in both versions. */
  const setAll = (change: Partial<EntryForm>) => {
    for (const entry of changed) {
      saveLocalEntry(userId, {
        id: entry.id,
        revision: entry.revision,
        form: { ...formOf(entry), ...change },
        wanted: true,
        problem: null,
      });
    }
  };
  const setter = (
    name: 'confirmer_id' | 'site_id' | 'case_id',
    label: string,
    options: readonly [string, string][],
  ) => (
    <Select
      label={label}
      disabled={changed.length === 0}
      placeholder="Nicht ändern"
      options={options.map(([value, text]) => ({ value, label: text }))}
      value=""
      onChange={({ target }) => setAll({ [name]: target.value })}
    />
  );
  return (
    <Surface as="section" aria-label="Ausgewählte Einträge" kind="sunken" padding="small">
      <Stack gap={1.5}>
        <Text role="status">
          {counted(chosen.length)} ausgewählt, davon {changed.length === 0 ? 'keiner' : changed.length} zu ändern:
          Eingereichte und bestätigte bleiben, wie sie sind, Zertifikate ändern Sie auf ihrer Seite.
        </Text>
        <FormRow>
          {setter(
            'confirmer_id',
            'Wer bestätigt',
            choices.confirmers.map(({ id, name, institution }) => [id, `${name} (${institution})`]),
          )}
          {setter(
            'site_id',
            'Stätte',
            choices.sites.map(({ id, name }) => [id, name]),
          )}
          {setter(
            'case_id',
            'Fall',
            choices.cases.map((one) => [one.id, caseName(one)]),
          )}
        </FormRow>
        <Row>
          {ready.length > 0 ? (
            <Button
              variant="primary"
              loading={submit.isPending}
              onClick={() => submit.mutate(ready.map(({ id }) => id).slice(0, 100), { onSuccess: onDone })}
            >
              {`${counted(ready.length)} einreichen`}
            </Button>
          ) : (
            <Text variant="small" tone="muted">
              Keiner davon lässt sich einreichen: Dafür braucht ein Entwurf eine Person, die bestätigt.
            </Text>
          )}
          {drafts.length > 0 && (
            <Button icon="delete" onClick={() => setAsks(true)}>
              {`${formatCount(drafts.length, 'Entwurf', 'Entwürfe')} löschen`}
            </Button>
          )}
          <Button variant="quiet" onClick={onDone}>
            Auswahl aufheben
          </Button>
        </Row>
      </Stack>
      <ConfirmDialog
        open={asks}
        title={`${formatCount(drafts.length, 'Entwurf', 'Entwürfe')} löschen?`}
        confirmLabel="Löschen"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsks(false)}
      >
        Das lässt sich nicht rückgängig machen.
      </ConfirmDialog>
    </Surface>
  );
}
