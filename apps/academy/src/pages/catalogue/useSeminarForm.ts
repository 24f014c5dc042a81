import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { saveSeminar, seminarQuery, type Seminar } from '@nemus/data';
import { useForm } from 'react-hook-form';
import { formDrafts } from '../../drafts/form-drafts';
import { useFormDraft } from '../../drafts/useFormDraft';
import { isNewlyFree } from './free-price';
import { differences, fieldOf } from './field-labels';
import {
  EMPTY_FORM,
  formDraftSchema,
  seminarFieldsOf,
  seminarFormOf,
  seminarFormSchema,
  type CheckedSeminarForm,
  type SeminarForm,
} from './seminar-form';

const store = formDrafts('seminar', formDraftSchema);
const formOf = (seminar: Seminar | null) => (seminar === null ? EMPTY_FORM : seminarFormOf(seminar));

/**
 * The form of a seminar. Unsaved input is stored on this device.
 *
 * @param draftId key of the draft: the seminar's id, or `new`
 */
export function useSeminarForm(
  id: string,
  draftId: string,
  seminar: Seminar | null,
  onSaved: (saved: Seminar) => void,
) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const [kept] = useState(() => store.read(userId, draftId));
  const [first] = useState(seminar);
  const form = useForm<SeminarForm, unknown, CheckedSeminarForm>({
    resolver: zodResolver(seminarFormSchema),
    defaultValues: formOf(first),
    ...(kept !== null && { values: kept.form, resetOptions: { keepDefaultValues: true } }),
  });
  return useFormDraft({
    form,
    store,
    draftId,
    kept,
    stored: seminar,
    formOf,
    save: (checked, over) => saveSeminar(client, { id, updatedAt: over }, seminarFieldsOf(checked)),
    readTheirs: async () => (await queries.fetchQuery({ ...seminarQuery(client, id), staleTime: 0 })).course,
    conflictCode: 'course_changed',
    fieldOf,
    differences,
    needsAnswer: (checked, shown) => isNewlyFree(seminarFieldsOf(checked).price_euros, shown),
    onSaved: (saved) => {
      void queries.invalidateQueries({ queryKey: ['seminars'] });
      void queries.invalidateQueries({ queryKey: ['courses'] });
      notify({ kind: 'success', title: 'Seminar gespeichert', description: saved.title });
      onSaved(saved);
    },
  });
}
