import { useState } from 'react';
import { MOST_CHANGED_SEMINARS, type ListedSeminar } from '@nemus/data';
import { Button, Checkbox, formatCount, Row, Text } from '@nemus/ui';
import { BulkChangeDialog } from './BulkChangeDialog';
import type { SeminarSelectionState } from './useSeminarSelection';

/** Selects the seminars of a page, and changes all that are selected. */
export function SelectedSeminars({
  seminars,
  selection: { ids, tick, clear },
}: {
  /** Those on this page. */
  seminars: readonly ListedSeminar[];
  selection: SeminarSelectionState;
}) {
  // Those of the moment in which the dialog opened.
  const [open, setOpen] = useState<readonly string[] | null>(null);
  const here = seminars.filter(({ id }) => ids.has(id)).length;
  if (seminars.length === 0 && ids.size === 0) return null;
  return (
    <Row gap={1.5}>
      <Checkbox
        label="Alle auf dieser Seite auswählen"
        checked={here > 0 && here === seminars.length}
        indeterminate={here > 0 && here < seminars.length}
        onChange={({ target }) => tick(seminars, target.checked)}
      />
      {ids.size > 0 && (
        <>
          <Button onClick={() => setOpen([...ids])}>{`${formatCount(ids.size, 'Seminar', 'Seminare')} ändern`}</Button>
          <Button variant="quiet" onClick={clear}>
            Auswahl aufheben
          </Button>
        </>
      )}
      {ids.size >= MOST_CHANGED_SEMINARS && (
        <Text variant="small" tone="muted" role="status">
          Höchstens {MOST_CHANGED_SEMINARS} Seminare auf einmal.
        </Text>
      )}
      {open !== null && (
        <BulkChangeDialog
          ids={open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            clear();
          }}
        />
      )}
    </Row>
  );
}
