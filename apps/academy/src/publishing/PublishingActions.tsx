import { Button, ConfirmDialog, Row } from '@nemus/ui';
import type { ReactNode } from 'react';

/** The actions of an object that is drafted first and published later. */
export type PublishingStep = 'publish' | 'retire' | 'delete';

/**
 * The buttons for the state of an object, and the confirmation of deleting its draft. `children` render other dialogs.
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
  /** Further buttons. */
  more?: ReactNode;
  /** Consequences of deleting its draft. */
  deletion: ReactNode;
  /** The step being confirmed. */
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
