import { useState, type ReactNode } from 'react';
import { reasonOf, useDataClient } from '@nemus/area';
import { cancelTransfer, type StaffTransfer } from '@nemus/data';
import { Button, formatCents, formatDate, Link as TextLink, Row, ScreenOnly, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { paths } from '../../paths';
import { ReceiptDialog } from './ReceiptDialog';
import { STATES } from './transfer-words';

interface Asked {
  readonly id: string;
  readonly what: 'receipt' | 'cancel';
}

const columns = (ask: (asked: Asked) => void): readonly Column<StaffTransfer>[] => [
  {
    key: 'number',
    header: 'Rechnung',
    cell: ({ number, order_id: order, buyer }) => (
      <Stack gap={0}>
        <TextLink component={Link} to={paths.order(order)}>
          {number}
        </TextLink>
        <Text as="span" variant="caption" tone="muted">
          {buyer}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'due',
    header: 'Fällig am',
    cell: ({ due_on: day, reminded_at: reminded }) => (
      <Stack gap={0}>
        <span>{formatDate(day)}</span>
        {reminded !== null && (
          <Text as="span" variant="caption" tone="muted">
            {`zuletzt erinnert am ${formatDate(reminded)}`}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'state',
    header: 'Stand',
    cell: ({ state }) => <StatusChip tone={STATES[state].tone}>{STATES[state].label}</StatusChip>,
  },
  {
    key: 'amount',
    header: 'Betrag',
    align: 'end',
    cell: ({ gross_cents: gross, cancelled_cents: cancelled }) => (
      <Stack gap={0}>
        <span style={{ whiteSpace: 'nowrap' }}>{formatCents(gross)}</span>
        {cancelled > 0 && (
          <Text as="span" variant="caption" tone="muted">
            {`storniert ${formatCents(cancelled)}`}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'open',
    header: 'Offen',
    align: 'end',
    cell: ({ open_cents: open, received_cents: received }) => (
      <Stack gap={0}>
        <span style={{ whiteSpace: 'nowrap' }}>{formatCents(Math.max(0, open))}</span>
        {open < 0 ? (
          <Text as="span" variant="caption" tone="error">
            {`${formatCents(-open)} zurückzuzahlen`}
          </Text>
        ) : (
          received > 0 && (
            <Text as="span" variant="caption" tone="muted">
              {`eingegangen ${formatCents(received)}`}
            </Text>
          )
        )}
      </Stack>
    ),
  },
  { key: 'acts', header: 'Bearbeiten', cell: (invoice) => <Acts invoice={invoice} ask={ask} /> },
];

function Acts({ invoice, ask }: { invoice: StaffTransfer; ask: (asked: Asked) => void }) {
  const { invoice_id: id, number, unused_cents: unused } = invoice;
  if (invoice.is_own) {
    return (
      <Text variant="caption" tone="muted">
        Eigene Rechnung, oder die Ihrer Weiterbildungsstätte: bearbeitet eine andere Person.
      </Text>
    );
  }
  return (
    <ScreenOnly>
      <Row gap={0.5}>
        <Button
          size="small"
          variant="quiet"
          icon="euro"
          aria-label={`Zahlung für ${number} eintragen …`}
          onClick={() => ask({ id, what: 'receipt' })}
        >
          Zahlung …
        </Button>
        {unused > 0 && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`${number} stornieren …`}
            onClick={() => ask({ id, what: 'cancel' })}
          >
            Stornieren …
          </Button>
        )}
      </Row>
    </ScreenOnly>
  );
}

/** Invoices that are paid by bank transfer, to enter payments and to cancel. */
export function TransferTable({
  invoices,
  loading = false,
  empty,
}: {
  invoices: readonly StaffTransfer[];
  loading?: boolean;
  empty?: ReactNode;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  // From the list, so the dialog shows today's sums.
  const invoice = invoices.find(({ invoice_id: id }) => id === asked?.id);
  return (
    <>
      <DataTable
        caption="Rechnungen per Überweisung"
        columns={columns(setAsked)}
        rows={invoices}
        rowKey={({ invoice_id: id }) => id}
        loading={loading}
        empty={empty}
      />
      {invoice && asked?.what === 'receipt' && <ReceiptDialog invoice={invoice} onClose={() => setAsked(null)} />}
      {invoice && asked?.what === 'cancel' && <CancelDialog invoice={invoice} onClose={() => setAsked(null)} />}
    </>
  );
}

function CancelDialog({ invoice, onClose }: { invoice: StaffTransfer; onClose: () => void }) {
  const client = useDataClient();
  const { invoice_id: invoiceId, number, buyer, unused_cents: cents } = invoice;
  const taken = invoice.kind === 'course' ? 'Kurs und Platz werden' : 'Die unbenutzten Credits werden';
  const cancel = useStaffMutation({
    act: (note: string) => cancelTransfer(client, { invoiceId, cents, note }),
    done: () => ({ title: `${formatCents(cents)} storniert` }),
    failed: 'Nicht storniert',
    onDone: onClose,
  });
  const left = invoice.gross_cents - invoice.cancelled_cents - cents;
  return (
    <NoteDialog
      title={`Rechnung ${number} stornieren`}
      label="Grund"
      confirmLabel={`${formatCents(cents)} stornieren`}
      danger
      busy={cancel.isPending}
      error={cancel.error ? reasonOf(cancel.error) : undefined}
      onConfirm={cancel.mutate}
      onCancel={onClose}
    >
      {`${buyer}: ${taken} zurückgenommen, und es entsteht ein Beleg über ${formatCents(cents)}. `}
      {left > 0 && invoice.kind === 'credits' && `Verwendete Credits bleiben zu zahlen: ${formatCents(left)}. `}
      {invoice.received_cents > left && 'Was zu viel gezahlt ist, überweisen Sie zurück. '}
      Das lässt sich nicht rückgängig machen.
    </NoteDialog>
  );
}
