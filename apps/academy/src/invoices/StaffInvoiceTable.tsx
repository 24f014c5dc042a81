import { useState, type ReactNode } from 'react';
import { documentName } from '@nemus/area/purchases';
import type { StaffInvoice } from '@nemus/data';
import {
  Button,
  formatCents,
  formatDate,
  formatDateTime,
  Link as TextLink,
  MISSING,
  Row,
  ScreenOnly,
  Stack,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { paths } from '../paths';
import { SendInvoiceDialog } from './SendInvoiceDialog';
import { useStaffInvoicePdf, useStaffInvoiceXml } from './useStaffInvoice';

const columns = (onSend: (invoice: StaffInvoice) => void): readonly Column<StaffInvoice>[] => [
  {
    key: 'number',
    header: 'Beleg',
    cell: (invoice) => (
      <Stack gap={0}>
        <span>
          {documentName(invoice)} {invoice.number}
        </span>
        {invoice.cancels_number !== null && (
          <Text as="span" variant="caption" tone="muted">
            zu {invoice.cancels_number}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'buyer',
    header: 'Käufer*in',
    cell: ({ buyer, order_id: order }) =>
      order === null ? (
        buyer || MISSING
      ) : (
        <TextLink component={Link} to={paths.order(order)}>
          {buyer || MISSING}
        </TextLink>
      ),
  },
  { key: 'date', header: 'Datum', cell: ({ issued_on: day }) => formatDate(day) },
  {
    key: 'amount',
    header: 'Betrag',
    align: 'end',
    cell: ({ gross_cents: cents }) => <span style={{ whiteSpace: 'nowrap' }}>{formatCents(cents)}</span>,
  },
  { key: 'files', header: 'Dateien', cell: (invoice) => <Files invoice={invoice} onSend={onSend} /> },
];

/** Documents in a table, to open and to send again. */
export function StaffInvoiceTable({
  caption,
  invoices,
  loading = false,
  empty,
}: {
  caption: string;
  invoices: readonly StaffInvoice[];
  loading?: boolean;
  empty?: ReactNode;
}) {
  const [sentId, setSentId] = useState<string | null>(null);
  // From the list, so a changed address is shown.
  const sending = invoices.find(({ id }) => id === sentId);
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns(({ id }) => setSentId(id))}
        rows={invoices}
        rowKey={({ id }) => id}
        loading={loading}
        empty={empty}
      />
      {sending && <SendInvoiceDialog invoice={sending} onClose={() => setSentId(null)} />}
    </>
  );
}

function Files({ invoice, onSend }: { invoice: StaffInvoice; onSend: (invoice: StaffInvoice) => void }) {
  const pdf = useStaffInvoicePdf();
  const xml = useStaffInvoiceXml();
  const name = `${documentName(invoice)} ${invoice.number}`;
  return (
    <Stack gap={0} align="start">
      <ScreenOnly>
        <Row gap={0.5}>
          <Button
            size="small"
            variant="quiet"
            icon="pdf"
            loading={pdf.isPending}
            aria-label={`PDF von ${name}`}
            onClick={() => pdf.mutate(invoice.id)}
          >
            PDF
          </Button>
          {invoice.profile !== null && (
            <Button
              size="small"
              variant="quiet"
              icon="download"
              loading={xml.isPending}
              aria-label={`XML von ${name}`}
              onClick={() => xml.mutate(invoice.id)}
            >
              {invoice.profile === 'xrechnung' ? 'XRechnung' : 'XML'}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            icon="mail"
            disabled={invoice.email === null}
            aria-label={`${name} senden …`}
            onClick={() => onSend(invoice)}
          >
            Senden …
          </Button>
        </Row>
      </ScreenOnly>
      {invoice.sent_at !== null && (
        <Text as="span" variant="caption" tone="muted">
          zuletzt gesendet: {formatDateTime(invoice.sent_at)}
        </Text>
      )}
    </Stack>
  );
}
