import { Alert, Button, formatDateTime } from '@nemus/ui';

/** The input of an earlier visit was restored. */
export function RestoredNotice({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  return (
    <Alert
      title="Nicht gespeicherte Eingaben"
      actions={
        <Button size="small" onClick={onDiscard}>
          Eingaben verwerfen
        </Button>
      }
    >
      Diese Eingaben vom {formatDateTime(at)} waren noch nicht gespeichert. Sie sind hier wieder eingesetzt.
    </Alert>
  );
}
