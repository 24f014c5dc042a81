import type { BaseSyntheticEvent, ReactNode } from 'react';
import { Alert, Button, Form, FormActions, Stack, Text } from '@nemus/ui';
import { RestoredNotice } from './RestoredNotice';

/** The state of a form with a draft. */
interface DraftState {
  readonly isDirty: boolean;
  readonly saving: boolean;
  readonly restoredAt: string | null;
  readonly keeps: boolean;
  readonly conflict: { readonly theirs: { readonly updated_at: string }; readonly changed: readonly string[] } | null;
  readonly takeTheirs: () => void;
  readonly discard: () => void;
  readonly submit: (over?: string) => (event?: BaseSyntheticEvent) => Promise<void>;
}

/** A form with its unsaved work: the restored draft, a conflict, and the unsaved hint. */
export function DraftFormFrame({
  editor,
  label,
  what,
  saveLabel,
  actions,
  above,
  children,
}: {
  editor: DraftState;
  /** The form's name. */
  label: string;
  /** The object of the form, such as "dieses Seminar". */
  what: string;
  saveLabel: string;
  /** Further buttons next to the save button. */
  actions?: ReactNode;
  above?: ReactNode;
  children: ReactNode;
}) {
  const { conflict } = editor;
  return (
    <Stack gap={2.5}>
      {above}
      {editor.restoredAt !== null && <RestoredNotice at={editor.restoredAt} onDiscard={editor.discard} />}
      <Form onSubmit={(event) => void editor.submit()(event)} aria-label={label}>
        {children}
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
            Jemand anderes hat {what} gespeichert, während Sie daran geschrieben haben
            {conflict.changed.length === 0 ? '' : ` (${conflict.changed.join(', ')})`}. Ihre Eingaben stehen noch hier.
          </Alert>
        )}
        <FormActions>
          <Button type="submit" variant="primary" loading={editor.saving}>
            {saveLabel}
          </Button>
          {actions}
        </FormActions>
        {editor.isDirty && (
          <Text variant="small" tone="muted">
            {editor.keeps
              ? 'Noch nicht gespeichert. Ihre Eingaben bleiben auf diesem Gerät, auch wenn Sie das Fenster schließen.'
              : 'Noch nicht gespeichert. Ihr Browser hebt nichts auf: Bitte speichern Sie, bevor Sie das Fenster schließen.'}
          </Text>
        )}
      </Form>
    </Stack>
  );
}
