import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { saveRequirements, staffRequirementSetQuery, type RequirementSet } from '@nemus/data';
import { useForm } from 'react-hook-form';
import { formDrafts } from '../../drafts/form-drafts';
import { useFormDraft } from '../../drafts/useFormDraft';
import {
  differences,
  fieldOf,
  requirementsDraftSchema,
  requirementFieldsOf,
  requirementFormOf,
  requirementFormSchema,
  type CheckedRequirementForm,
  type RequirementForm,
} from './requirement-form';

const store = formDrafts('requirements', requirementsDraftSchema);

/** Parameters of a requirement set's form. */
export interface EditedSet {
  readonly id: string;
  /** Key of the draft: the set's id, or `new`. */
  readonly draftId: string;
  /** Null for a new one. */
  readonly set: RequirementSet | null;
  /** The set that a new one is another version of. */
  readonly copyOf?: RequirementSet | undefined;
  readonly onSaved: (saved: RequirementSet) => void;
}

/** The form of a requirement set. Unsaved input is stored on this device. */
export function useRequirementForm({ id, draftId, set, copyOf, onSaved }: EditedSet) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const [kept] = useState(() => store.read(userId, draftId));
  const [first] = useState(set);
  // Another version begins with the figures of the one before, and has its own name and day.
  const formOf = (stored: RequirementSet | null): RequirementForm =>
    stored === null && copyOf !== undefined
      ? { ...requirementFormOf(copyOf), version: '', valid_from: '' }
      : requirementFormOf(stored);
  const form = useForm<RequirementForm, unknown, CheckedRequirementForm>({
    resolver: zodResolver(requirementFormSchema),
    defaultValues: formOf(first),
    ...(kept !== null && { values: kept.form, resetOptions: { keepDefaultValues: true } }),
  });
  return useFormDraft({
    form,
    store,
    draftId,
    kept,
    stored: set,
    formOf,
    save: (checked, over) =>
      saveRequirements(client, { id, updatedAt: over, copyOf: copyOf?.id }, requirementFieldsOf(checked)),
    readTheirs: async () => (await queries.fetchQuery({ ...staffRequirementSetQuery(client, id), staleTime: 0 })).set,
    conflictCode: 'set_changed',
    fieldOf,
    differences,
    onSaved: (saved) => {
      void queries.invalidateQueries({ queryKey: ['requirements'] });
      notify({ kind: 'success', title: 'Anforderungen gespeichert', description: saved.name });
      onSaved(saved);
    },
  });
}
