import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import {
  deleteSeminar,
  publishSeminar,
  retireSeminar,
  type Seminar,
  type SeminarDetails,
  type SeminarVersion,
} from '@nemus/data';
import { PublishingActions, type PublishingStep } from '../../publishing/PublishingActions';
import { DuplicateButton } from './DuplicateButton';
import { PublishDialog } from './PublishDialog';
import { RetireDialog } from './RetireDialog';
import type { EditorState } from './SeminarEditor';

const DONE = {
  publish: 'Seminar veröffentlicht',
  retire: 'Seminar zurückgezogen',
  delete: 'Entwurf gelöscht',
} as const satisfies Record<PublishingStep, string>;
const FAILED = {
  publish: 'Nicht veröffentlicht',
  retire: 'Nicht zurückgezogen',
  delete: 'Nicht gelöscht',
} as const satisfies Record<PublishingStep, string>;

/** Publishes, retires and deletes, with a confirmation that explains the consequences. */
export function SeminarActions({
  details,
  editor,
  onDeleted,
}: {
  details: SeminarDetails;
  editor: EditorState;
  onDeleted: () => void;
}) {
  const { course } = details;
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [asked, setAsked] = useState<PublishingStep | null>(null);
  const version: SeminarVersion = { id: course.id, updatedAt: editor.version ?? course.updated_at };
  const act = useAction({
    mutationFn: async (step: PublishingStep): Promise<Seminar | null> => {
      if (step === 'publish') return publishSeminar(client, version);
      if (step === 'retire') return retireSeminar(client, version);
      await deleteSeminar(client, version);
      return null;
    },
    onSuccess: (changed, step) => {
      notify({ kind: 'success', title: DONE[step], description: course.title });
      void queries.invalidateQueries({ queryKey: ['courses'] });
      if (changed === null) {
        void queries.invalidateQueries({ queryKey: ['seminars', 'list'] });
        onDeleted();
        return;
      }
      editor.show(changed);
      void queries.invalidateQueries({ queryKey: ['seminars'] });
    },
    onError: (error, step) => {
      notify({ kind: 'error', title: FAILED[step], description: reasonOf(error) });
      void queries.invalidateQueries({ queryKey: ['seminars'] });
    },
    onSettled: () => setAsked(null),
  });
  const close = () => setAsked(null);
  const ask = { details, busy: act.isPending, onClose: close };
  return (
    <PublishingActions
      state={course.state}
      more={<DuplicateButton details={details} editor={editor} version={version} />}
      asked={asked}
      busy={act.isPending}
      onAsk={setAsked}
      onDelete={() => act.mutate('delete')}
      deletion={`„${course.title}“ wird endgültig gelöscht. Das geht nur, solange der Entwurf keine Termine und keinen E-Learning-Kurs hat.`}
    >
      {asked === 'publish' && (
        <PublishDialog {...ask} isDirty={editor.isDirty} onConfirm={() => act.mutate('publish')} />
      )}
      {asked === 'retire' && <RetireDialog {...ask} isDirty={editor.isDirty} onConfirm={() => act.mutate('retire')} />}
    </PublishingActions>
  );
}
