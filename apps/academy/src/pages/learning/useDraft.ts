import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import {
  fetchDraftGaps,
  publishLearningCourse,
  saveLearningDraft,
  type DraftGap,
  type LearningDocument,
  type LearningDraft,
} from '@nemus/data';

/**
 * The draft that is being written. It is saved when asked, and before it is checked or published; what is typed stays on
 * the page whatever happens to a save.
 */
export function useDraft(draft: LearningDraft) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const { notify } = usePorts();
  const { course_id: courseId } = draft;
  const [document, setDocument] = useState(draft.document);
  const [saved, setSaved] = useState({ document: draft.document, revision: draft.revision });
  const [gaps, setGaps] = useState<readonly DraftGap[]>([]);
  const fail = (title: string) => (error: unknown) => notify({ kind: 'error', title, description: reasonOf(error) });

  /** Saves what is typed; returns the revision that has it. */
  async function keep(written: LearningDocument): Promise<number> {
    if (written === saved.document) return saved.revision;
    const revision = await saveLearningDraft(client, { courseId, revision: saved.revision, document: written });
    setSaved({ document: written, revision });
    return revision;
  }

  const save = useAction({
    mutationFn: keep,
    onSuccess: () => notify({ kind: 'success', title: 'Entwurf gespeichert' }),
    onError: fail('Entwurf nicht gespeichert'),
  });
  const check = useAction({
    mutationFn: async (written: LearningDocument) => {
      await keep(written);
      return fetchDraftGaps(client, courseId);
    },
    onSuccess: setGaps,
    onError: fail('Entwurf nicht geprüft'),
  });
  const publish = useAction({
    mutationFn: async (written: LearningDocument) => publishLearningCourse(client, courseId, await keep(written)),
    onSuccess: async ({ version }) => {
      notify({ kind: 'success', title: `Version ${version} ist veröffentlicht` });
      // With the ids that publishing made: the page begins anew.
      await queryClient.invalidateQueries({ queryKey: ['learning-desk'] });
      await queryClient.invalidateQueries({ queryKey: ['learning'] });
    },
    onError: fail('Kurs nicht veröffentlicht'),
  });
  return {
    document,
    setDocument,
    revision: saved.revision,
    isDirty: document !== saved.document,
    gaps,
    save,
    check,
    publish,
  };
}
