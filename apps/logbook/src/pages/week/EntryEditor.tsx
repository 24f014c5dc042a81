import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useSession } from '@nemus/contract/react';
import type { LogbookFields, LogbookWeek } from '@nemus/data';
import { Alert, Button, Card, Form, FormActions, Stack, Text } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { checkedEntrySchema, entryFormSchema, nextForm, type EntryForm } from '../../entries/entry-form';
import { deleteLocalEntry, saveLocalEntry, type LocalEntry } from '../../outbox/local-entries';
import { confirmersFor, EntryFields, type EntryChoices } from './EntryFields';

/** Purpose of the form: a new entry, or an existing one. */
export interface Edited {
  readonly id: string;
  /** Of the entry that is changed; null for a new one. */
  readonly revision: number | null;
  readonly form: EntryForm;
  readonly isCorrection: boolean;
  readonly problem: LocalEntry['problem'];
  /** The form was opened by the user, who continues there. */
  readonly focus: boolean;
}

/**
 * The form of one entry. Every keystroke is stored on this device; Enter saves, and starts the next one. Mounted again
 * for each entry.
 */
export function EntryEditor({
  edited,
  choices,
  remembered,
  onSaved,
  onLeave,
}: {
  edited: Edited;
  choices: EntryChoices;
  remembered: LogbookWeek['remembered'];
  /** Saved on this device, and on its way. */
  onSaved: (form: EntryForm) => void;
  /** The form is left for a new entry. */
  onLeave: () => void;
}) {
  const { userId } = useSession();
  const { id, revision, isCorrection, problem } = edited;
  const [keeps, setKeeps] = useState(true);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<EntryForm, unknown, LogbookFields>({
    resolver: zodResolver(checkedEntrySchema(isCorrection)),
    defaultValues: edited.form,
    // The last entries may load late; earlier input stays.
    values: edited.form,
    resetOptions: { keepDirtyValues: true },
  });
  const isNew = revision === null;

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, type, dirtyFields }) => {
          // User input; a reset has no type and no field.
          if (type === undefined && Object.keys(dirtyFields ?? {}).length === 0) return;
          setKeeps(saveLocalEntry(userId, { id, revision, form: values, wanted: false, problem: null }));
        },
      }),
    [form, userId, id, revision],
  );
  const { setError } = form;
  useEffect(() => {
    if (edited.focus) element.current?.querySelector<HTMLInputElement>('input[name="done_on"]')?.focus();
    const field = entryFormSchema.keyof().safeParse(problem?.field);
    if (problem && field.success) setError(field.data, { message: problem.message });
  }, [edited, problem, setError]);

  const save = form.handleSubmit(() => {
    const values = form.getValues();
    saveLocalEntry(userId, { id, revision, form: values, wanted: true, problem: null });
    onSaved(values);
  });
  const changeCategory = (category: EntryForm['category']) => {
    if (!isNew) return;
    const next = nextForm(form.getValues('done_on'), category, remembered[category]);
    const site = choices.sites.find(({ id: each }) => each === next.site_id)?.name ?? '';
    const may = confirmersFor(choices.confirmers, category, next.done_on, site).some(
      (who) => who.id === next.confirmer_id,
    );
    form.setValue('confirmer_id', may ? next.confirmer_id : '', { shouldDirty: true });
    form.setValue('competency', next.competency, { shouldDirty: true });
    form.setValue('level', next.level, { shouldDirty: true });
    form.setValue('site_id', next.site_id, { shouldDirty: true });
  };
  const leave = () => {
    deleteLocalEntry(userId, id);
    onLeave();
  };
  /** In the note, Enter is a new line. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  };

  return (
    <Card level={2} title={isNew ? 'Neuer Eintrag' : isCorrection ? 'Berichtigung' : 'Eintrag ändern'}>
      <Form ref={element} aria-label="Eintrag" onSubmit={save} onKeyDown={onKeyDown}>
        <Stack gap={2}>
          {problem !== null && problem.field === undefined && <Alert tone="error">{problem.message}</Alert>}
          {!keeps && (
            <Alert tone="warning" title="Ihr Browser bewahrt gerade nichts auf">
              Was Sie tippen, geht verloren, wenn Sie diese Seite schließen, bevor es gespeichert ist.
            </Alert>
          )}
          <EntryFields form={form} choices={choices} onCategory={changeCategory} />
          <FormActions>
            <Button type="submit" variant="primary" icon="check">
              {isNew ? 'Eintrag speichern' : 'Änderung speichern'}
            </Button>
            {(!isNew || form.formState.isDirty || problem !== null) && (
              <Button onClick={leave}>{isNew ? 'Verwerfen' : 'Abbrechen'}</Button>
            )}
          </FormActions>
          <Text variant="small" tone="muted">
            Enter speichert, in der Notiz Strg + Enter. Danach geht es mit dem nächsten Eintrag weiter.
          </Text>
        </Stack>
      </Form>
    </Card>
  );
}
