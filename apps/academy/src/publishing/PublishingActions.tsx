import { Button, ConfirmDialog, Row } from '@nemus/ui';
import type { ReactNode } from 'react';

/** What can be done with a thing that is written first and offered then. */
export type PublishingStep = 'publish' | 'retire' | 'delete';

/**
 * The buttons for the state of a thing, and the question before its draft is deleted. What else it asks, `children` do.
 */
export function PublishingActions({
  state,
  more,
  deletion,
  asked,
  busy,
  onAsk,
  onDelete,
  children,
}: {
  state: 'draft' | 'published' | 'retired';
  /** Buttons of its own. */
  more?: ReactNode;
  /** What follows when its draft is deleted. */
  deletion: ReactNode;
  /** The step that is being asked about. */
  asked: PublishingStep | null;
  busy: boolean;
  onAsk: (step: PublishingStep | null) => void;
  onDelete: () => void;
  /** The questions before it is published or retired. */
  children: ReactNode;
}) {
  return (
    <Row gap={1}>
      {state === 'published' ? (
        <Button onClick={() => onAsk('retire')}>Zurückziehen</Button>
      ) : (
        <Button variant="primary" onClick={() => onAsk('publish')}>
          {state === 'draft' ? 'Veröffentlichen' : 'Wieder veröffentlichen'}
        </Button>
      )}
      {more}
      {state === 'draft' && (
        <Button variant="quiet" icon="delete" onClick={() => onAsk('delete')}>
          Entwurf löschen
        </Button>
      )}
      {children}
      <ConfirmDialog
        open={asked === 'delete'}
        danger
        busy={busy}
        title="Entwurf löschen?"
        confirmLabel="Entwurf löschen"
        onConfirm={onDelete}
        onCancel={() => onAsk(null)}
      >
        {deletion}
      </ConfirmDialog>
    </Row>
  );
}
