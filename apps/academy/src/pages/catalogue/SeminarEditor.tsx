import { useState, type ReactNode } from 'react';
import type { Seminar } from '@nemus/data';
import { Alert, Button, Form, FormActions, formatDateTime, Stack, Text } from '@nemus/ui';
import { useWatch } from 'react-hook-form';
import { EMPTY_FORM } from './seminar-form';
import { SeminarFields } from './SeminarFields';
import { SeminarPreview, type AroundSeminar } from './SeminarPreview';
import { useSeminarForm } from './useSeminarForm';

/** What the buttons beside the form need to know of it. */
export interface EditorState {
  readonly version: string | undefined;
  readonly isDirty: boolean;
  readonly show: (seminar: Seminar) => void;
}

/** The form of one seminar with its preview, and what happens to unsaved work. */
export function SeminarEditor({
  id,
  keptAs,
  seminar,
  isSold,
  around = null,
  onSaved,
  above,
}: {
  id: string;
  keptAs: string;
  seminar: Seminar | null;
  isSold: boolean;
  /** For the preview. */
  around?: AroundSeminar | null;
  onSaved: (saved: Seminar) => void;
  /** State and buttons above the form. */
  above?: (state: EditorState) => ReactNode;
}) {
  const editor = useSeminarForm(id, keptAs, seminar, onSaved);
  const [previewed, setPreviewed] = useState(false);
  const typed = { ...EMPTY_FORM, ...useWatch({ control: editor.form.control }) };
  const { conflict } = editor;
  return (
    <Stack gap={2.5}>
      {above?.(editor)}
      {editor.restoredAt !== null && (
        <Alert
          title="Nicht gespeicherte Eingaben"
          actions={
            <Button size="small" onClick={editor.discard}>
              Eingaben verwerfen
            </Button>
          }
        >
          Diese Eingaben vom {formatDateTime(editor.restoredAt)} waren noch nicht gespeichert. Sie sind hier wieder
          eingesetzt.
        </Alert>
      )}
      <Form onSubmit={(event) => void editor.submit()(event)} aria-label="Seminar">
        <SeminarFields form={editor.form} isSold={isSold} />
        {conflict !== null && (
          <Alert
            tone="error"
            title="Inzwischen geändert"
            actions={
              <>
                <Button size="small" onClick={editor.takeTheirs}>
                  Deren Stand übernehmen
                </Button>
                <Button
                  size="small"
                  variant="danger"
                  loading={editor.saving}
                  onClick={() => void editor.submit(conflict.theirs.updated_at)()}
                >
                  Meine Eingaben speichern
                </Button>
              </>
            }
          >
            Jemand anderes hat dieses Seminar gespeichert, während Sie daran geschrieben haben
            {conflict.changed.length === 0 ? '' : ` (${conflict.changed.join(', ')})`}. Ihre Eingaben stehen noch hier.
          </Alert>
        )}
        <FormActions>
          <Button type="submit" variant="primary" loading={editor.saving}>
            {seminar === null ? 'Entwurf anlegen' : 'Speichern'}
          </Button>
          <Button icon="eye" onClick={() => setPreviewed(true)}>
            Vorschau
          </Button>
        </FormActions>
        {editor.isDirty && (
          <Text variant="small" tone="muted">
            {editor.keeps
              ? 'Noch nicht gespeichert. Ihre Eingaben bleiben auf diesem Gerät, auch wenn Sie das Fenster schließen.'
              : 'Noch nicht gespeichert. Ihr Browser hebt nichts auf: Bitte speichern Sie, bevor Sie das Fenster schließen.'}
          </Text>
        )}
      </Form>
      <SeminarPreview form={typed} around={around} open={previewed} onClose={() => setPreviewed(false)} />
    </Stack>
  );
}
