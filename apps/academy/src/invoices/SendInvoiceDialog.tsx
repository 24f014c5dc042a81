import { useDataClient } from '@nemus/area';
import { documentName } from '@nemus/area/purchases';
import { sendInvoice, type StaffInvoice } from '@nemus/data';
import { ConfirmDialog } from '@nemus/ui';
import { useStaffMutation } from '../dialogs/useStaffMutation';

/** Asks before a document is sent again, and names who gets it. */
export function SendInvoiceDialog({ invoice, onClose }: { invoice: StaffInvoice; onClose: () => void }) {
  const client = useDataClient();
  const email = invoice.email ?? '';
  const name = `${documentName(invoice)} ${invoice.number}`;
  const send = useStaffMutation({
    act: () => sendInvoice(client, invoice.id, email),
    done: () => ({ title: `${name} gesendet`, description: `An ${email}` }),
    failed: `${name} nicht gesendet`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={`${name} noch einmal senden?`}
      confirmLabel="Senden"
      busy={send.isPending}
      onConfirm={() => send.mutate()}
      onCancel={onClose}
    >
      {`Das PDF geht an ${email}. Das ist die Adresse, die das Konto heute für Rechnungen hat. Der Beleg selbst bleibt unverändert.`}
    </ConfirmDialog>
  );
}
