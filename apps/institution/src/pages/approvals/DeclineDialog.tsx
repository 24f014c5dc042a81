import { useState } from 'react';
import { Button, Dialog, TextArea } from '@nemus/ui';

/** Asks for the reason of a refusal, which the requester reads. */
export function DeclineDialog({
  course,
  busy,
  onDecline,
  onClose,
}: {
  course: string;
  busy: boolean;
  onDecline: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim() === '' ? 'Bitte nennen Sie den Grund.' : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!busy}
      title="Anfrage ablehnen"
      description={`„${course}“. Die Person, die angefragt hat, liest Ihren Grund.`}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="danger"
            loading={busy}
            onClick={() => {
              setTried(true);
              if (missing === undefined) onDecline(reason.trim());
            }}
          >
            Ablehnen
          </Button>
        </>
      }
    >
      <TextArea
        label="Grund"
        rows={3}
        maxLength={500}
        value={reason}
        error={tried ? missing : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}
