import { useState, type ReactNode } from 'react';
import type { Seminar } from '@nemus/data';
import { Button } from '@nemus/ui';
import { DraftFormFrame } from '../../drafts/DraftFormFrame';
import { useWatch } from 'react-hook-form';
import { FreePriceDialog } from './FreePriceDialog';
import { EMPTY_FORM } from './seminar-form';
import { SeminarFields } from './SeminarFields';
import { SeminarPreview, type AroundSeminar } from './SeminarPreview';
import { useSeminarForm } from './useSeminarForm';

/** The form's state, for the buttons next to it. */
export interface EditorState {
  readonly version: string | undefined;
  readonly isDirty: boolean;
  readonly show: (seminar: Seminar) => void;
}

/** The form of one seminar with its preview and its unsaved work. */
export function SeminarEditor({
  id,
  draftId,
  seminar,
  isSold,
  around = null,
  onSaved,
  above,
}: {
  id: string;
  draftId: string;
  seminar: Seminar | null;
  isSold: boolean;
  /** For the preview. */
  around?: AroundSeminar | null;
  onSaved: (saved: Seminar) => void;
  /** State and buttons above the form. */
  above?: (state: EditorState) => ReactNode;
}) {
  const editor = useSeminarForm(id, draftId, seminar, onSaved);
  const [previewed, setPreviewed] = useState(false);
  const typed = { ...EMPTY_FORM, ...useWatch({ control: editor.form.control }) };
  return (
    <>
      <DraftFormFrame
        editor={editor}
        label="Seminar"
        what="dieses Seminar"
        saveLabel={seminar === null ? 'Entwurf anlegen' : 'Speichern'}
        above={above?.(editor)}
        actions={
          <Button icon="eye" onClick={() => setPreviewed(true)}>
            Vorschau
          </Button>
        }
      >
        <SeminarFields form={editor.form} isSold={isSold} />
      </DraftFormFrame>
      <FreePriceDialog {...editor.question} />
      <SeminarPreview form={typed} around={around} open={previewed} onClose={() => setPreviewed(false)} />
    </>
  );
}
