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

/** Another user saved meanwhile: their draft, and its differences from the original one. */
export interface DraftConflict {
  readonly theirs: LearningDraft;
  readonly changed: readonly string[];
}

/** The input, and the revision that it is based on. */
interface Version {
  readonly document: LearningDocument;
  readonly revision: number;
}

/**
 * The draft being edited. Saved on request, and before it is checked or published. Unsaved input is stored on this
 * device, and restored when the page is opened again. Never overwrites another user's changes without asking.
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
  /** The current input, for a save that ends after more was typed. */
  const latest = useRef(document);
  const [saved, setSaved] = useState<Version>({
    document: draft.document,
    revision: kept?.revision ?? draft.revision,
  });
  const [conflict, setConflict] = useState<DraftConflict | null>(() =>
    // The local draft was based on an older revision than the current one, whose content is unknown.
    kept && kept.revision !== draft.revision ? { theirs: draft, changed: [] } : null,
  );
  const [gaps, setGaps] = useState<readonly DraftGap[]>([]);
  const isDirty = document !== saved.document;

  /** Applies the input, and stores it on this device. */
  const write = (written: LearningDocument) => {
    latest.current = written;
    setDocument(written);
    setKeeps(saveLocalDraft(userId, courseId, written, saved.revision));
  };

  /** The database's current version: deletes the local draft, unless more was typed meanwhile. */
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
        // Their draft cannot be read: only report the refusal.
      }
    }
    notify({ kind: 'error', title, description: reasonOf(error) });
  };

  /** Saves the input; returns its revision. */
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
      // With the ids created by publishing: the page starts over.
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
    /** When the restored draft was stored; null when the page comes from the database. */
    restoredAt: kept?.at ?? null,
    /** False when the browser stores nothing: a closed tab then loses the input. */
    keeps,
    conflict,
    /** Replaces the input by their draft. */
    takeTheirs: () => conflict && show(conflict.theirs),
    /** Overwrites theirs with the input, at the user's request. */
    saveOverTheirs: () => conflict && save.mutate({ written: document, over: conflict.theirs.revision }),
    /** Replaces the local draft by the database's. */
    discard: () => show(conflict?.theirs ?? draft),
    /** The draft is gone, and with it the input. */
    forget: () => deleteLocalDraft(userId, courseId),
    gaps,
    save,
    check,
    publish,
  };
}
