import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  DataError,
  fetchDraftGaps,
  openLearningDraft,
  publishLearningCourse,
  saveLearningDraft,
  type DraftGap,
  type LearningDocument,
  type LearningDraft,
} from '@nemus/data';
import { documentDifferences } from './document-differences';
import { deleteLocalDraft, saveLocalDraft, readLocalDraft } from './local-draft';

/** Somebody else saved meanwhile: their draft, and in what it differs from the one that was begun with. */
export interface DraftConflict {
  readonly theirs: LearningDraft;
  readonly changed: readonly string[];
}

/** What is written, and the revision that knows it. */
interface Version {
  readonly document: LearningDocument;
  readonly revision: number;
}

/**
 * The draft that is being written. It is saved when asked, and before it is checked or published. What is typed and not
 * saved is kept on this device, and is back when the page is opened again; what somebody else saved meanwhile is never
 * written over unasked.
 */
export function useDraft(draft: LearningDraft) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const { notify } = usePorts();
  const { userId } = useSession();
  const { course_id: courseId } = draft;
  const [kept, setKept] = useState(() => readLocalDraft(userId, courseId));
  const [keeps, setKeeps] = useState(true);
  const [document, setDocument] = useState(kept?.document ?? draft.document);
  /** What is written now, for a save that ends after more was typed. */
  const latest = useRef(document);
  const [saved, setSaved] = useState<Version>({
    document: draft.document,
    revision: kept?.revision ?? draft.revision,
  });
  const [conflict, setConflict] = useState<DraftConflict | null>(() =>
    // What was kept was typed over an older draft than the one that is there now. What that one said, nobody knows.
    kept && kept.revision !== draft.revision ? { theirs: draft, changed: [] } : null,
  );
  const [gaps, setGaps] = useState<readonly DraftGap[]>([]);
  const isDirty = document !== saved.document;

  /** Takes over what was typed, and keeps it on this device. */
  const write = (written: LearningDocument) => {
    latest.current = written;
    setDocument(written);
    setKeeps(saveLocalDraft(userId, courseId, written, saved.revision));
  };

  /** What the database has now: what was kept is done with, unless more was typed meanwhile. */
  const settle = (version: Version) => {
    setSaved(version);
    setConflict(null);
    setKept(null);
    if (latest.current === version.document) deleteLocalDraft(userId, courseId);
    else setKeeps(saveLocalDraft(userId, courseId, latest.current, version.revision));
  };

  /** Shows a draft as the one that changes are made to. */
  const show = ({ document: shown, revision }: Version) => {
    latest.current = shown;
    setDocument(shown);
    settle({ document: shown, revision });
  };

  const fail = (title: string) => async (error: unknown) => {
    if (error instanceof DataError && error.code === 'draft_changed') {
      try {
        const theirs = await openLearningDraft(client, courseId);
        setConflict({ theirs, changed: documentDifferences(theirs.document, saved.document) });
        return;
      } catch {
        // Their draft cannot be read: then the refusal alone is said.
      }
    }
    notify({ kind: 'error', title, description: reasonOf(error) });
  };

  /** Saves what is typed; returns the revision that has it. */
  async function store(written: LearningDocument, over = saved.revision): Promise<number> {
    if (written === saved.document && over === saved.revision) return saved.revision;
    const revision = await saveLearningDraft(client, { courseId, revision: over, document: written });
    settle({ document: written, revision });
    return revision;
  }

  const save = useAction({
    mutationFn: ({ written, over }: { written: LearningDocument; over?: number }) => store(written, over),
    onSuccess: () => notify({ kind: 'success', title: 'Entwurf gespeichert' }),
    onError: (error) => void fail('Entwurf nicht gespeichert')(error),
  });
  const check = useAction({
    mutationFn: async (written: LearningDocument) => {
      await store(written);
      return fetchDraftGaps(client, courseId);
    },
    onSuccess: setGaps,
    onError: (error) => void fail('Entwurf nicht geprüft')(error),
  });
  const publish = useAction({
    mutationFn: async (written: LearningDocument) => publishLearningCourse(client, courseId, await store(written)),
    onSuccess: async ({ version }) => {
      notify({ kind: 'success', title: `Version ${version} ist veröffentlicht` });
      // With the ids that publishing made: the page begins anew.
      await queryClient.invalidateQueries({ queryKey: ['learning-desk'] });
      await queryClient.invalidateQueries({ queryKey: ['learning'] });
    },
    onError: (error) => void fail('Kurs nicht veröffentlicht')(error),
  });
  return {
    document,
    write,
    revision: saved.revision,
    isDirty,
    /** When what is on the page was kept; null when it comes from the database. */
    restoredAt: kept?.at ?? null,
    /** False where the browser keeps nothing: then a closed tab loses what was typed. */
    keeps,
    conflict,
    /** Their draft instead of what was typed. */
    takeTheirs: () => conflict && show(conflict.theirs),
    /** What was typed over theirs, which the person has asked for. */
    saveOverTheirs: () => conflict && save.mutate({ written: document, over: conflict.theirs.revision }),
    /** The draft of the database instead of what was kept. */
    discard: () => show(conflict?.theirs ?? draft),
    /** The draft is gone, and with it what was typed. */
    forget: () => deleteLocalDraft(userId, courseId),
    gaps,
    save,
    check,
    publish,
  };
}
