import { useId, useState, type ReactNode } from 'react';
import { Button, Dialog, TextArea } from '@nemus/ui';

/** Asks for a reason or a note before an action of staff, and explains the consequences. */
export function NoteDialog({
  title,
  children,
  label,
  confirmLabel,
  danger = false,
  most = 1_000,
  busy,
  error,
  onConfirm,
  onCancel,
}: {
  title: string;
  /** The consequences. */
  children: ReactNode;
  label: string;
  confirmLabel: string;
  danger?: boolean;
  /** Most characters. */
  most?: number;
  busy: boolean;
  /** Why it was refused. */
  error: string | undefined;
  onConfirm: (note: string) => void;
  onCancel: () => void;
}) {
  const form = useId();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const short = note.trim().length < 3 ? 'Bitte geben Sie mindestens drei Zeichen an.' : undefined;
  return (
    <Dialog
      open
      title={title}
      description={children}
      closable={!busy}
      onClose={onCancel}
      actions={
        <>
          <Button disabled={busy} onClick={onCancel}>
            Abbrechen
          </Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (short === undefined) onConfirm(note.trim());
        }}
      >
        <TextArea
          label={label}
          value={note}
          maxLength={most}
          error={(tried ? short : undefined) ?? error}
          onChange={({ target }) => setNote(target.value)}
        />
      </form>
    </Dialog>
  );
}
