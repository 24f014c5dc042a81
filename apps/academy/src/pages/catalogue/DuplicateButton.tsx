import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { duplicateSeminar, type SeminarDetails, type SeminarVersion } from '@nemus/data';
import { Alert, Button, ConfirmDialog } from '@nemus/ui';
import { useNavigate } from 'react-router-dom';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { cataloguePaths } from './paths';
import type { EditorState } from './SeminarEditor';

/** Copies a seminar into a draft, and opens it. */
export function DuplicateButton({
  details: { course, elearning },
  editor,
  version,
}: {
  details: SeminarDetails;
  editor: EditorState;
  version: SeminarVersion;
}) {
  const client = useDataClient();
  const navigate = useNavigate();
  // One id per question, so that a repeated request makes one copy.
  const [copyId, setCopyId] = useState<string | null>(null);
  const duplicate = useStaffMutation({
    act: (id: string) => duplicateSeminar(client, version, id),
    done: () => ({ title: 'Kopie angelegt', description: course.title }),
    failed: 'Keine Kopie angelegt',
    onDone: () => {
      if (copyId !== null) void navigate(cataloguePaths.seminar(copyId));
      setCopyId(null);
    },
  });
  return (
    <>
      <Button onClick={() => setCopyId(crypto.randomUUID())}>Duplizieren</Button>
      <ConfirmDialog
        open={copyId !== null}
        busy={duplicate.isPending}
        title="Seminar duplizieren?"
        confirmLabel="Duplizieren"
        onConfirm={() => copyId !== null && duplicate.mutate(copyId)}
        onCancel={() => setCopyId(null)}
      >
        Die Kopie ist ein Entwurf mit denselben Texten, Einheiten und Preisen
        {elearning.length > 0 ? ', und mit einer Kopie des E-Learning-Kurses samt Fragen und Dateien' : ''}. Termine,
        Teilnehmende und eine ZFU-Nummer übernimmt sie nicht.
        {editor.isDirty && (
          <Alert tone="warning">Ihre Eingaben sind noch nicht gespeichert. Kopiert wird der gespeicherte Stand.</Alert>
        )}
      </ConfirmDialog>
    </>
  );
}
