import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { addDays } from '@nemus/area/calendar';
import { useSession } from '@nemus/contract/react';
import { ENTRY_ATTRIBUTES, type LogbookFields, type LogbookWeek } from '@nemus/data';
import { Alert, Button, Card, Form, Stack } from '@nemus/ui';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { checkedEntrySchema, entriesOf, entryFormSchema, nextForm, type EntryForm } from '../../entries/entry-form';
import { deleteLocalEntry, saveLocalEntry, type LocalEntry } from '../../outbox/local-entries';
import { hasWeek, today } from '../../week/week';
import { EntryDetails } from './EntryDetails';
import { confirmersFor, EntryFields, ROW_FIELDS, type EntryChoices } from './EntryFields';

/** Purpose of the form: a new entry, or an existing one. */
export interface Edited {
  readonly id: string;
  /** Of the entry that is changed; null for a new one. */
  readonly revision: number | null;
  readonly form: EntryForm;
  readonly isCorrection: boolean;
  readonly problem: LocalEntry['problem'];
  /** The field to continue in, when the user opened the form. */
  readonly focus: keyof EntryForm | null;
}

const DETAILS = ['competency', 'level', 'site_id', 'note', ...ENTRY_ATTRIBUTES] as const;
const isDetail = (name: string | undefined) => DETAILS.some((detail) => detail === name);

/** Whether the open list of a select has the keyboard: Enter chooses there. Older browsers cannot tell. */
function isListOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
}

/**
 * The row of one entry. Every keystroke is stored on this device; Enter saves in every field, and starts the next row
 * with the same values in the same field. Mounted again for each entry.
 */
export function EntryEditor({
  edited,
  choices,
  remembered,
  attributes,
  details,
  onDetails,
  onSaved,
  onLeave,
}: {
  edited: Edited;
  choices: EntryChoices;
  remembered: LogbookWeek['remembered'];
  attributes: LogbookWeek['attributes'];
  /** The less common fields are open. */
  details: boolean;
  onDetails: (open: boolean) => void;
  /** Saved on this device, and on its way; with the field of the row that it was saved from. */
  onSaved: (form: EntryForm, from: keyof EntryForm) => void;
  /** The form is left for a new entry. */
  onLeave: () => void;
}) {
  const { userId } = useSession();
  const { id, revision, isCorrection, problem } = edited;
  const [keeps, setKeeps] = useState(true);
  const element = useRef<HTMLFormElement>(null);
  const isNew = revision === null;
  const form = useForm<EntryForm, unknown, LogbookFields>({
    resolver: zodResolver(checkedEntrySchema({ isCorrection, isNew })),
    defaultValues: edited.form,
    // The last entries may load late; earlier input stays.
    values: edited.form,
    resetOptions: { keepDirtyValues: true },
  });

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
  const focusOn = (name: keyof EntryForm) => {
    const field = element.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
    // What is typed next replaces the duration.
    if (field instanceof HTMLInputElement && name === 'minutes') field.select();
  };
  const { setError } = form;
  const shown = details || isDetail(problem?.field) || DETAILS.some((name) => form.formState.errors[name]);
  useEffect(() => {
    if (edited.focus !== null) focusOn(edited.focus);
    const field = entryFormSchema.keyof().safeParse(problem?.field);
    if (problem && field.success) setError(field.data, { message: problem.message });
  }, [edited, problem, setError]);

  const save = form.handleSubmit(() => {
    const values = form.getValues();
    for (const [place, each] of entriesOf(values).entries()) {
      saveLocalEntry(userId, {
        id: place === 0 ? id : crypto.randomUUID(),
        revision,
        form: each,
        wanted: true,
        problem: null,
      });
    }
    // The next row has the keyboard before another key arrives.
    const from = ROW_FIELDS.find((name) => name === document.activeElement?.getAttribute('name')) ?? 'done_on';
    flushSync(() => onSaved(values, from));
  });
  const changeCategory = (category: EntryForm['category']) => {
    if (!isNew) return;
    const now = form.getValues();
    const next = remembered[category] === undefined ? now : nextForm(now.done_on, category, remembered[category]);
    const site = choices.sites.find(({ id: each }) => each === next.site_id)?.name ?? '';
    const people = confirmersFor(choices.confirmers, category, now.done_on, site);
    const who = [next.confirmer_id, now.confirmer_id].find((each) => people.some((person) => person.id === each));
    form.setValue('confirmer_id', who ?? '', { shouldDirty: true });
    form.setValue('competency', next.competency, { shouldDirty: true });
    form.setValue('level', next.level, { shouldDirty: true });
    form.setValue('site_id', next.site_id, { shouldDirty: true });
    for (const name of ENTRY_ATTRIBUTES) {
      form.setValue(name, attributes[category]?.includes(name) ? next[name] : '', { shouldDirty: true });
    }
  };
  const leave = () => {
    deleteLocalEntry(userId, id);
    onLeave();
  };
  const toggleDetails = () => {
    onDetails(!shown);
    // After the fields are rendered.
    setTimeout(() => focusOn(shown ? 'done_on' : 'site_id'));
  };
  const moveDay = (days: number) => {
    const day = form.getValues('done_on');
    const next = hasWeek(day) ? addDays(day, days) : today();
    if (next <= today()) form.setValue('done_on', next, { shouldDirty: true, shouldValidate: true });
  };
  /** Enter saves, except in the note and an open list; Page Up and Page Down change the day. */
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey) return;
    if (key === 'F2') {
      event.preventDefault();
      toggleDetails();
      return;
    }
    const isNote = target instanceof HTMLTextAreaElement;
    const isSelect = target instanceof HTMLSelectElement;
    if (isSelect && isListOpen(target)) return;
    if (key === 'Enter' && (isNote ? event.ctrlKey || event.metaKey : isSelect || event.repeat)) {
      event.preventDefault();
      // A key that is held down saves once.
      if (!event.repeat) void save();
    } else if (!isNote && (key === 'PageUp' || key === 'PageDown')) {
      event.preventDefault();
      moveDay(key === 'PageUp' ? -1 : 1);
    }
  };

  return (
    <Card level={2} title={isNew ? 'Neuer Eintrag' : isCorrection ? 'Berichtigung' : 'Eintrag ändern'} sx={{ gap: 1 }}>
      <Form ref={element} aria-label="Eintrag" onSubmit={save} onKeyDown={onKeyDown}>
        <Stack gap={1.5}>
          {problem !== null && problem.field === undefined && <Alert tone="error">{problem.message}</Alert>}
          {!keeps && (
            <Alert tone="warning" title="Ihr Browser bewahrt gerade nichts auf">
              Was Sie tippen, geht verloren, wenn Sie diese Seite schließen, bevor es gespeichert ist.
            </Alert>
          )}
          <EntryFields form={form} choices={choices} onCategory={changeCategory} />
          <EntryDetails form={form} choices={choices} attributes={attributes} open={shown} onToggle={toggleDetails}>
            <Button type="submit" variant="primary" icon="check">
              {isNew ? 'Eintrag speichern' : 'Änderung speichern'}
            </Button>
            {(!isNew || form.formState.isDirty || problem !== null) && (
              <Button onClick={leave}>{isNew ? 'Verwerfen' : 'Abbrechen'}</Button>
            )}
          </EntryDetails>
        </Stack>
      </Form>
    </Card>
  );
}
