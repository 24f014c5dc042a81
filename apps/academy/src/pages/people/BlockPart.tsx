import { useState } from 'react';
import { useDataClient, reasonOf } from '@nemus/area';
import { blockAccount, unblockAccount, type StaffAccount } from '@nemus/data';
import { Alert, Button, ConfirmDialog, formatDateTime } from '@nemus/ui';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useStaffMutation } from '../../dialogs/useStaffMutation';

/** Blocks an account, or shows that it is blocked and unblocks it. */
export function BlockPart({ account }: { account: StaffAccount }) {
  const client = useDataClient();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const block = useStaffMutation({
    act: (reason: string) => blockAccount(client, account.user_id, reason),
    done: () => ({ title: 'Konto gesperrt' }),
    failed: 'Nicht gesperrt',
    onDone: close,
  });
  const unblock = useStaffMutation({
    act: () => unblockAccount(client, account.user_id),
    done: () => ({ title: 'Sperre aufgehoben' }),
    failed: 'Sperre nicht aufgehoben',
    onDone: close,
  });
  if (account.is_blocked) {
    const { block: blocked } = account;
    return (
      <>
        <Alert
          tone="warning"
          title="Dieses Konto ist gesperrt"
          actions={
            <Button size="small" onClick={() => setAsking(true)}>
              Sperre aufheben …
            </Button>
          }
        >
          {blocked
            ? `Seit ${formatDateTime(blocked.since)}${blocked.by === null ? '' : `, von ${blocked.by}`}: ${blocked.reason}`
            : 'Vom Betrieb des Portals gesperrt.'}
        </Alert>
        <ConfirmDialog
          open={asking}
          title="Sperre aufheben?"
          confirmLabel="Sperre aufheben"
          busy={unblock.isPending}
          onConfirm={() => unblock.mutate()}
          onCancel={close}
        >
          Die Person kann sich danach wieder anmelden. Ihre Daten sind unverändert.
        </ConfirmDialog>
      </>
    );
  }
  if (account.is_own) return null;
  return (
    <div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Konto sperren …
      </Button>
      {asking && (
        <NoteDialog
          danger
          title={`Konto sperren: ${account.name || account.email}`}
          label="Grund"
          confirmLabel="Konto sperren"
          busy={block.isPending}
          error={block.error ? reasonOf(block.error) : undefined}
          onConfirm={block.mutate}
          onCancel={close}
        >
          Die Person wird sofort auf allen Geräten abgemeldet und kann sich nicht mehr anmelden. Was sie gekauft,
          gebucht und erreicht hat, bleibt; es wird nichts erstattet. Den Grund liest nur das Team.
        </NoteDialog>
      )}
    </div>
  );
}
