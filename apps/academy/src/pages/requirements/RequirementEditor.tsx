import type { ReactNode } from 'react';
import type { RequirementSet } from '@nemus/data';
import { DraftFormFrame } from '../../drafts/DraftFormFrame';
import { RequirementFieldset } from './RequirementFieldset';
import { useRequirementForm, type EditedSet } from './useRequirementForm';

/** The form's state, for the buttons above it. */
export interface EditorState {
  readonly version: string | undefined;
  readonly isDirty: boolean;
  readonly show: (set: RequirementSet) => void;
}

/** The form of one draft, with its unsaved work. */
export function RequirementEditor({ above, ...edited }: EditedSet & { above?: (state: EditorState) => ReactNode }) {
  const editor = useRequirementForm(edited);
  return (
    <DraftFormFrame
      editor={editor}
      label="Anforderungen"
      what="diesen Entwurf"
      saveLabel={edited.set === null ? 'Entwurf anlegen' : 'Speichern'}
      above={above?.(editor)}
    >
      <RequirementFieldset form={editor.form} />
    </DraftFormFrame>
  );
}
