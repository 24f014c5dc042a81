import { useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { DataError, saveSeminar, seminarQuery, type Seminar } from '@nemus/data';
import { useForm } from 'react-hook-form';
import { differences, fieldOf } from './field-labels';
import { forgetKept, keepForm, readKept } from './kept-form';
import {
  EMPTY_FORM,
  seminarFieldsOf,
  seminarFormOf,
  seminarFormSchema,
  type CheckedSeminarForm,
  type SeminarForm,
} from './seminar-form';

/** Somebody else saved meanwhile: their version, and in what it differs from the one that was on the screen. */
export interface Conflict {
  readonly theirs: Seminar;
  readonly changed: readonly string[];
}

/**
 * The form of a seminar. What is typed and not saved is kept on this device, and is back when the page is opened again.
 * What somebody else saved meanwhile is never written over unasked.
 *
 * @param keptAs under which name it is kept: the seminar's id, or `new`
 */
export function useSeminarForm(id: string, keptAs: string, seminar: Seminar | null, onSaved: (saved: Seminar) => void) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const [kept, setKept] = useState(() => readKept(userId, keptAs));
  const [keeps, setKeeps] = useState(true);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // The version that is on the screen. A refresh in the background does not move it: what was typed was typed over it.
  const [base, setBase] = useState(seminar);
  const [version, setVersion] = useState(kept === null ? seminar?.updated_at : (kept.version ?? undefined));
  const begin = base === null ? EMPTY_FORM : seminarFormOf(base);
  const form = useForm<SeminarForm, unknown, CheckedSeminarForm>({
    resolver: zodResolver(seminarFormSchema),
    defaultValues: begin,
    ...(kept !== null && { values: kept.form, resetOptions: { keepDefaultValues: true } }),
  });
  const { isDirty } = form.formState;

  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, type }) => {
        // What somebody typed; a reset has no type.
        if (type !== undefined) setKeeps(keepForm(userId, keptAs, values, version ?? null));
      },
    });
  }, [form, userId, keptAs, version]);

  /** Shows a version as the one that changes are made to. */
  const show = (shown: Seminar | null) => {
    setBase(shown);
    setVersion(shown?.updated_at);
    setConflict(null);
    form.reset(shown === null ? EMPTY_FORM : seminarFormOf(shown));
    // After the reset, which is a change of the form too.
    forgetKept(userId, keptAs);
    setKept(null);
  };

  const refused = async (error: Error) => {
    const field = error instanceof DataError ? fieldOf(error.field) : null;
    if (error instanceof DataError && error.code === 'course_changed') {
      try {
        const { course } = await queries.fetchQuery({ ...seminarQuery(client, id), staleTime: 0 });
        setConflict({ theirs: course, changed: differences(seminarFormOf(course), begin) });
        return;
      } catch {
        // Their version cannot be read: then the refusal alone is said.
      }
    }
    if (field !== null) form.setError(field, { message: error.message }, { shouldFocus: true });
    else notify({ kind: 'error', title: 'Nicht gespeichert', description: reasonOf(error) });
  };
  const save = useAction({
    mutationFn: ({ checked, over }: { checked: CheckedSeminarForm; over: string | undefined }) =>
      saveSeminar(client, { id, updatedAt: over }, seminarFieldsOf(checked)),
    onSuccess: (saved) => {
      show(saved);
      void queries.invalidateQueries({ queryKey: ['seminars'] });
      void queries.invalidateQueries({ queryKey: ['courses'] });
      notify({ kind: 'success', title: 'Seminar gespeichert', description: saved.title });
      onSaved(saved);
    },
    onError: (error) => void refused(error),
  });
  return {
    form,
    isDirty,
    saving: save.isPending,
    /** When what is in the form was kept; null when it comes from the database. */
    restoredAt: kept?.at ?? null,
    /** False where the browser keeps nothing: then a closed tab loses what was typed. */
    keeps,
    conflict,
    version,
    /** Their version instead of what was typed. */
    takeTheirs: () => show(conflict?.theirs ?? null),
    discard: () => show(seminar),
    show,
    submit: (over = version) => form.handleSubmit((checked) => save.mutate({ checked, over })),
  };
}
