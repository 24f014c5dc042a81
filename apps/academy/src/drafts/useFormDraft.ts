import { useEffect, useState } from 'react';
import { reasonOf, useAction } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FormDraft, FormDrafts } from './form-drafts';

/** A row that says by `updated_at` which version of it was on the screen. */
interface Versioned {
  readonly updated_at: string;
}

/** Somebody else saved meanwhile: their version, and in what it differs from the one that was on the screen. */
export interface Conflict<Stored> {
  readonly theirs: Stored;
  readonly changed: readonly string[];
}

/** What a form of one kind is made of. */
export interface FormDraftOptions<Form extends FieldValues, Checked, Stored extends Versioned> {
  readonly form: UseFormReturn<Form, unknown, Checked>;
  readonly store: FormDrafts<Form>;
  /** Under which name it is kept: the id, or `new`. */
  readonly draftId: string;
  /** What was kept when the form was made. */
  readonly kept: FormDraft<Form> | null;
  /** The row that the form changes; null for a new one. */
  readonly stored: Stored | null;
  readonly formOf: (stored: Stored | null) => Form;
  readonly save: (checked: Checked, over: string | undefined) => Promise<Stored>;
  /** Reads the row anew, past every cache. */
  readonly readTheirs: () => Promise<Stored>;
  /** With which code a save is refused that another one came before. */
  readonly conflictCode: string;
  /** The field that a refusal names; null when the form has none of that name. */
  readonly fieldOf: (name: string | undefined) => Path<Form> | null;
  /** Labels of the fields in which two forms differ. */
  readonly differences: (one: Form, other: Form) => readonly string[];
  readonly onSaved: (saved: Stored) => void;
}

/** The first version that a form is of: that of what was kept, or of the row. */
const firstVersion = (kept: FormDraft<unknown> | null, stored: Versioned | null) =>
  kept === null ? stored?.updated_at : (kept.version ?? undefined);

/**
 * A form whose unsaved content is kept on this device, and is back when the page is opened again. What somebody else saved
 * meanwhile is never written over unasked.
 */
export function useFormDraft<Form extends FieldValues, Checked, Stored extends Versioned>({
  form,
  store,
  draftId,
  kept: first,
  stored,
  formOf,
  save: write,
  readTheirs,
  conflictCode,
  fieldOf,
  differences,
  onSaved,
}: FormDraftOptions<Form, Checked, Stored>) {
  const { userId } = useSession();
  const { notify } = usePorts();
  const [kept, setKept] = useState(first);
  const [keeps, setKeeps] = useState(true);
  const [conflict, setConflict] = useState<Conflict<Stored> | null>(null);
  // The version that is on the screen. A refresh in the background does not move it: what was typed was typed over it.
  const [base, setBase] = useState(stored);
  const [version, setVersion] = useState(firstVersion(first, stored));
  const { isDirty } = form.formState;

  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, type }) => {
        // What somebody typed; a reset has no type.
        if (type !== undefined) setKeeps(store.keep(userId, draftId, values, version ?? null));
      },
    });
  }, [form, store, userId, draftId, version]);

  /** Shows a version as the one that changes are made to. */
  const show = (shown: Stored | null) => {
    setBase(shown);
    setVersion(shown?.updated_at);
    setConflict(null);
    form.reset(formOf(shown));
    // After the reset, which is a change of the form too.
    store.forget(userId, draftId);
    setKept(null);
  };

  const refused = async (error: Error) => {
    const field = error instanceof DataError ? fieldOf(error.field) : null;
    if (error instanceof DataError && error.code === conflictCode) {
      try {
        const theirs = await readTheirs();
        setConflict({ theirs, changed: differences(formOf(theirs), formOf(base)) });
        return;
      } catch {
        // Their version cannot be read: then the refusal alone is said.
      }
    }
    if (field !== null) form.setError(field, { message: error.message }, { shouldFocus: true });
    else notify({ kind: 'error', title: 'Nicht gespeichert', description: reasonOf(error) });
  };
  const save = useAction({
    mutationFn: ({ checked, over }: { checked: Checked; over: string | undefined }) => write(checked, over),
    onSuccess: (saved) => {
      show(saved);
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
    discard: () => show(stored),
    show,
    submit: (over = version) => form.handleSubmit((checked) => save.mutate({ checked, over })),
  };
}
