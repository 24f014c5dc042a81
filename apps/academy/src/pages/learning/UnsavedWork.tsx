import { Alert, Button, formatDateTime } from '@nemus/ui';
import type { DraftConflict } from './useDraft';

/** Another user saved meanwhile: the user decides which version stays. */
export function ConflictAlert({
  conflict: { theirs, changed },
  saving,
  onTakeTheirs,
  onSaveOver,
}: {
  conflict: DraftConflict;
  saving: boolean;
  onTakeTheirs: () => void;
  onSaveOver: () => void;
}) {
  return (
    <Alert
      tone="error"
      title="Inzwischen geändert"
      actions={
        <>
          <Button size="small" onClick={onTakeTheirs}>
            Deren Stand übernehmen
          </Button>
          <Button size="small" variant="danger" loading={saving} onClick={onSaveOver}>
            Meine Eingaben speichern
          </Button>
        </>
      }
    >
      {theirs.saved_by ?? 'Jemand anderes'} hat diesen Entwurf am {formatDateTime(theirs.saved_at)} gespeichert, während
      Sie daran geschrieben haben{changed.length === 0 ? '' : ` (${changed.join(', ')})`}. Ihre Eingaben stehen noch
      hier. Speichern Sie sie, ersetzen sie den anderen Stand.
    </Alert>
  );
}
