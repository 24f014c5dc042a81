import { useEffect, useState } from 'react';
import { reasonOf, useAction } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FormDraft, FormDrafts } from './form-drafts';

/** A row whose `updated_at` identifies the version that was on the screen. */
interface Versioned {
  readonly updated_at: string;
}

/** Another user saved meanwhile: their version, and its differences from the one on the screen. */
export interface Conflict<Stored> {
  readonly theirs: Stored;
  readonly changed: readonly string[];
}

/** Options of one kind of form. */
export interface FormDraftOptions<Form extends FieldValues, Checked, Stored extends Versioned> {
  readonly form: UseFormReturn<Form, unknown, Checked>;
  readonly store: FormDrafts<Form>;
  /** Key of the draft: the id, or `new`. */
  readonly draftId: string;
  /** The draft when the form was created. */
  readonly kept: FormDraft<Form> | null;
  /** The row that the form changes; null for a new one. */
  readonly stored: Stored | null;
  readonly formOf: (stored: Stored | null) => Form;
  readonly save: (checked: Checked, over: string | undefined) => Promise<Stored>;
  /** Reads the row again, bypassing all caches. */
  readonly readTheirs: () => Promise<Stored>;
  /** With which code a save is refused that another one came before. */
  readonly conflictCode: string;
  /** The field that a refusal names; null when the form has none of that name. */
  readonly fieldOf: (name: string | undefined) => Path<Form> | null;
  /** Labels of the fields in which two forms differ. */
  readonly differences: (one: Form, other: Form) => readonly string[];
  readonly onSaved: (saved: Stored) => void;
  /** Whether a save has to be confirmed first, compared with the version that it replaces. */
  readonly needsAnswer?: (checked: Checked, stored: Stored | null) => boolean;
}

/** The initial version of a form: that of the draft, or of the row. */
const firstVersion = (kept: FormDraft<unknown> | null, stored: Versioned | null) =>
  kept === null ? stored?.updated_at : (kept.version ?? undefined);

/**
 * A form whose unsaved input is stored on this device, and restored when the page is opened again. Never overwrites
 * another user's changes without asking.
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
  needsAnswer = () => false,
}: FormDraftOptions<Form, Checked, Stored>) {
  const { userId } = useSession();
  const { notify } = usePorts();
  const [kept, setKept] = useState(first);
  const [keeps, setKeeps] = useState(true);
  const [conflict, setConflict] = useState<Conflict<Stored> | null>(null);
  /** The save that waits for an answer. */
  const [asked, setAsked] = useState<{ readonly checked: Checked; readonly over: string | undefined } | null>(null);
  // The version on the screen. A background refresh does not change it, since the input was based on it.
  const [base, setBase] = useState(stored);
  const [version, setVersion] = useState(firstVersion(first, stored));
  const { isDirty } = form.formState;

  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, type }) => {
        // User input; a reset has no type.
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
        // Their version cannot be read: only report the refusal.
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
    onSettled: () => setAsked(null),
  });
  return {
    form,
    isDirty,
    saving: save.isPending,
    /** When the restored draft was stored; null when the form comes from the database. */
    restoredAt: kept?.at ?? null,
    /** False when the browser stores nothing: a closed tab then loses the input. */
    keeps,
    conflict,
    version,
    /** Replaces the input by their version. */
    takeTheirs: () => show(conflict?.theirs ?? null),
    discard: () => show(stored),
    show,
    submit: (over = version) =>
      form.handleSubmit((checked) => {
        if (needsAnswer(checked, conflict !== null && over === conflict.theirs.updated_at ? conflict.theirs : base))
          setAsked({ checked, over });
        else save.mutate({ checked, over });
      }),
    question: {
      open: asked !== null,
      busy: save.isPending,
      onConfirm: () => asked && save.mutate(asked),
      onCancel: () => setAsked(null),
    },
  };
}
