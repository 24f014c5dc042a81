import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LeaveGuard, QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { discardLearningDraft, learningDraftQuery, retireLearningCourse, type LearningDraft } from '@nemus/data';
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  ConfirmDialog,
  formatDateTime,
  Row,
  Section,
  SkeletonCards,
  Stack,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { BlockEditor } from './BlockEditor';
import { CourseFields } from './CourseFields';
import { GapsContext } from './gaps';
import { learningPaths } from './learning-paths';
import { moved, replaced, without } from './list';
import { newBlock } from './new-items';
import { PublishDialog } from './PublishDialog';
import { useDraft } from './useDraft';
import { RestoredNotice } from '../../drafts/RestoredNotice';
import { ConflictAlert } from './UnsavedWork';
import { Versions } from './Versions';

/** The editor of one e-learning course. */
export default function CoursePage() {
  const { courseId = '' } = useParams();
  const client = useDataClient();
  const draft = useQuery(learningDraftQuery(client, courseId));
  return (
    <AcademyPage
      title={draft.data?.document.title || 'E-Learning-Kurs'}
      width="narrow"
      above={
        <Row>
          <ButtonLink component={Link} to={learningPaths.list} variant="quiet" size="small" icon="arrow-left">
            Alle E-Learning-Kurse
          </ButtonLink>
        </Row>
      }
    >
      <QueryPart query={draft} title="Dieser Kurs" loading={<SkeletonCards count={3} />}>
        {(row) => <CourseEditor key={`${row.course_id} ${row.revision}`} draft={row} />}
      </QueryPart>
    </AcademyPage>
  );
}

function CourseEditor({ draft }: { draft: LearningDraft }) {
  const editor = useDraft(draft);
  const { document, write, isDirty, gaps, save, check, publish } = editor;
  const [asking, setAsking] = useState(false);
  const { blocks } = document;
  const changeBlocks = (next: typeof blocks) => write({ ...document, blocks: next });
  return (
    <GapsContext value={gaps}>
      {/* A draft on this device is restored with the page, so leaving needs no confirmation. */}
      <LeaveGuard when={isDirty && !editor.keeps && !publish.isPending} />
      <Stack gap={3}>
        <Text tone="muted" variant="small">
          {draft.version === null ? 'Noch nicht veröffentlicht' : `Veröffentlicht: Version ${draft.version}`}
          {draft.is_active === false ? ' · zurückgezogen' : ''} · Entwurf gespeichert am{' '}
          {formatDateTime(draft.saved_at)}
        </Text>
        {editor.restoredAt !== null && <RestoredNotice at={editor.restoredAt} onDiscard={editor.discard} />}
        <CourseFields document={document} onChange={(change) => write({ ...document, ...change })} />
        <Section title="Blöcke">
          <Stack as="ol" gap={2} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
            {blocks.map((block, at) => (
              <BlockEditor
                key={block.key}
                courseId={draft.course_id}
                block={block}
                index={at}
                count={blocks.length}
                onChange={(next) => changeBlocks(replaced(blocks, at, next))}
                onMove={(by) => changeBlocks(moved(blocks, at, by))}
                onRemove={() => changeBlocks(without(blocks, at))}
              />
            ))}
          </Stack>
          <Row>
            <Button icon="add" onClick={() => changeBlocks([...blocks, newBlock()])}>
              Block hinzufügen
            </Button>
          </Row>
        </Section>
        {gaps.some(({ is_warning }) => !is_warning) ? (
          <Alert tone="warning" title="Dem Kurs fehlt noch etwas">
            Die Felder sind oben gekennzeichnet; in geschlossenen Modulen nach dem Öffnen.
          </Alert>
        ) : null}
        {editor.conflict !== null && (
          <ConflictAlert
            conflict={editor.conflict}
            saving={save.isPending}
            onTakeTheirs={editor.takeTheirs}
            onSaveOver={editor.saveOverTheirs}
          />
        )}
        <Row gap={1}>
          <Button disabled={!isDirty} loading={save.isPending} onClick={() => save.mutate({ written: document })}>
            Entwurf speichern
          </Button>
          <Button
            variant="primary"
            loading={check.isPending}
            onClick={() => check.mutate(document, { onSuccess: () => setAsking(true) })}
          >
            Prüfen und veröffentlichen
          </Button>
          <ButtonLink component={Link} to={learningPaths.preview(draft.course_id)} icon="eye">
            Ansicht der Lernenden
          </ButtonLink>
        </Row>
        {isDirty && (
          <Text variant="small" tone="muted">
            {editor.keeps
              ? 'Noch nicht gespeichert. Ihre Eingaben bleiben auf diesem Gerät, auch wenn Sie die Seite verlassen.'
              : 'Noch nicht gespeichert. Ihr Browser hebt nichts auf: Bitte speichern Sie, bevor Sie die Seite verlassen.'}
          </Text>
        )}
        <Versions courseId={draft.course_id} onTakeUp={write} />
        <EndOfCourse draft={draft} revision={editor.revision} onDiscarded={editor.forget} />
        <PublishDialog
          open={asking}
          gaps={gaps}
          publishing={publish.isPending}
          onClose={() => setAsking(false)}
          onPublish={() => publish.mutate(document, { onSettled: () => setAsking(false) })}
        />
      </Stack>
    </GapsContext>
  );
}

/** Discards the draft, or retires a published course. */
function EndOfCourse({
  draft,
  revision,
  onDiscarded,
}: {
  draft: LearningDraft;
  revision: number;
  onDiscarded: () => void;
}) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { notify } = usePorts();
  const [asking, setAsking] = useState<'discard' | 'retire' | null>(null);
  const end = useAction({
    mutationFn: (what: 'discard' | 'retire') =>
      what === 'discard'
        ? discardLearningDraft(client, draft.course_id, revision)
        : retireLearningCourse(client, draft.course_id),
    onSuccess: async (_done, what) => {
      if (what === 'discard') onDiscarded();
      notify({ kind: 'success', title: what === 'discard' ? 'Entwurf verworfen' : 'Kurs zurückgezogen' });
      await queryClient.invalidateQueries({ queryKey: ['learning-desk', 'courses'] });
      void navigate(learningPaths.list);
    },
    onError: (error) => notify({ kind: 'error', title: 'Nicht ausgeführt', description: reasonOf(error) }),
    onSettled: () => setAsking(null),
  });
  return (
    <Card title="Entwurf und Kurs" level={2}>
      <Row gap={1}>
        <Button variant="quiet" icon="delete" onClick={() => setAsking('discard')}>
          Entwurf verwerfen
        </Button>
        {draft.is_active === true ? (
          <Button variant="quiet" onClick={() => setAsking('retire')}>
            Kurs zurückziehen
          </Button>
        ) : null}
      </Row>
      <ConfirmDialog
        open={asking !== null}
        danger
        title={asking === 'retire' ? 'Kurs zurückziehen?' : 'Entwurf verwerfen?'}
        confirmLabel={asking === 'retire' ? 'Kurs zurückziehen' : 'Entwurf verwerfen'}
        cancelLabel="Abbrechen"
        onConfirm={() => asking !== null && end.mutate(asking)}
        onCancel={() => setAsking(null)}
      >
        {asking === 'retire'
          ? 'Der Kurs verschwindet aus der Liste. Abschlüsse und Zertifikate bleiben. Beim nächsten Veröffentlichen ist er wieder da.'
          : 'Alle Änderungen seit der letzten Veröffentlichung gehen verloren.'}
      </ConfirmDialog>
    </Card>
  );
}
