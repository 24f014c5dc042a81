import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { COMPETENCY_LABELS, fetchLogbookEntry, HOUR_CATEGORY_LABELS } from '@nemus/data';
import { Alert, Button, DefinitionList, formatDate, Grid, Spinner, Stack, Text } from '@nemus/ui';
import { formOf, type EntryForm } from '../../entries/entry-form';
import { deleteLocalEntry, saveLocalEntry, type LocalEntry } from '../../outbox/local-entries';

/** Refusals that mean that the server's version has changed. */
const CONFLICTS: readonly string[] = ['entry_changed', 'entry_state', 'entry_not_found'];
export const isConflict = ({ problem }: LocalEntry): boolean => problem !== null && CONFLICTS.includes(problem.code);

const factsOf = (form: EntryForm) => [
  { term: 'Datum', value: formatDate(form.done_on) },
  { term: 'Kategorie', value: HOUR_CATEGORY_LABELS[form.category] },
  { term: 'Minuten', value: form.minutes },
  { term: 'Kompetenz', value: form.competency === '' ? 'Keine' : COMPETENCY_LABELS[form.competency] },
  { term: 'Notiz', value: form.note === '' ? 'Keine' : form.note },
];

/** Two versions of one entry: this device's, and the server's. Nothing is lost until the user chooses. */
export function ConflictCard({ kept }: { kept: LocalEntry }) {
  const client = useDataClient();
  const { userId } = useSession();
  const { id, form, problem } = kept;
  const stored = useQuery({
    queryKey: ['logbook', userId, 'stored', id],
    queryFn: () => fetchLogbookEntry(client, id),
    staleTime: 0,
  });
  const theirs = stored.data;
  const saveAs = (to: Pick<LocalEntry, 'id' | 'revision'>) => {
    if (to.id !== id) deleteLocalEntry(userId, id);
    saveLocalEntry(userId, { ...kept, ...to, wanted: true, problem: null });
  };
  return (
    <Alert
      tone="warning"
      title={`Zwei Versionen: ${HOUR_CATEGORY_LABELS[form.category]} am ${formatDate(form.done_on)}`}
      actions={
        <>
          {theirs && (theirs.state === 'draft' || theirs.state === 'returned') && (
            <Button size="small" onClick={() => saveAs({ id, revision: theirs.revision })}>
              Version dieses Geräts speichern
            </Button>
          )}
          {theirs !== undefined &&
            (theirs === null || theirs.state === 'submitted' || theirs.state === 'confirmed') && (
              <Button size="small" onClick={() => saveAs({ id: crypto.randomUUID(), revision: null })}>
                Als neuen Eintrag speichern
              </Button>
            )}
          <Button size="small" onClick={() => deleteLocalEntry(userId, id)}>
            {theirs === null ? 'Verwerfen' : 'Version des Servers behalten'}
          </Button>
        </>
      }
    >
      <Stack gap={1}>
        <Text variant="small" tone="inherit">
          {problem?.message}
        </Text>
        <Grid min="14rem">
          <div>
            <Text strong>Auf diesem Gerät</Text>
            <DefinitionList dense items={factsOf(form)} />
          </div>
          <div>
            <Text strong>Auf dem Server</Text>
            {theirs === undefined && (stored.isError ? <Text>Gerade nicht zu lesen.</Text> : <Spinner />)}
            {theirs === null && <Text>Der Eintrag ist gelöscht.</Text>}
            {theirs && <DefinitionList dense items={factsOf(formOf(theirs))} />}
          </div>
        </Grid>
      </Stack>
    </Alert>
  );
}
