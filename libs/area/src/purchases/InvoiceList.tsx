import { useQuery } from '@tanstack/react-query';
import { useSession } from '@nemus/contract/react';
import { invoicesQuery, type ListedInvoice } from '@nemus/data';
import { Button, formatCents, formatDate, Row, ScreenOnly, Section, SkeletonRows, Stack, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { useDataClient } from '../reads/data-client';
import { QueryPart } from '../reads/QueryPart';
import { DocumentFiles } from './DocumentFiles';
import { documentName, withoutOriginal } from './invoice-words';
import { useInvoiceFile, useInvoiceXml } from './useInvoiceFile';

const COLUMNS: readonly Column<ListedInvoice>[] = [
  {
    key: 'number',
    header: 'Beleg',
    cell: (invoice) => (
      <Stack gap={0}>
        <span>
          {documentName(invoice)} {invoice.number}
        </span>
        {invoice.cancels_number !== null && (
          <Text as="span" variant="caption" tone="muted" sx={{ fontWeight: 400 }}>
            zu {invoice.cancels_number}
          </Text>
        )}
        {invoice.is_collective && (
          <Text as="span" variant="caption" tone="muted" sx={{ fontWeight: 400 }}>
            {invoice.payments === 1 ? '1 Posten' : `${invoice.payments} Posten`}
          </Text>
        )}
      </Stack>
    ),
  },
  { key: 'date', header: 'Datum', cell: ({ issued_on: day }) => formatDate(day) },
  {
    key: 'amount',
    header: 'Betrag',
    align: 'end',
    cell: ({ gross_cents: cents }) => <span style={{ whiteSpace: 'nowrap' }}>{formatCents(cents)}</span>,
  },
  { key: 'files', header: 'Dateien', cell: (invoice) => <Files invoice={invoice} /> },
];

/**
 * The account's documents: as a PDF with the structured original embedded, and the original alone; those of a year in
 * one file. On paper, the list of purchases has their numbers.
 */
export function InvoiceList({ year }: { year: number }) {
  const client = useDataClient();
  const { userId } = useSession();
  const query = useQuery(invoicesQuery(client, userId));
  return (
    <QueryPart query={query} title="Ihre Rechnungen" loading={<SkeletonRows count={3} />}>
      {(invoices) =>
        invoices.length === 0 ? null : (
          <ScreenOnly>
            <Section
              title="Rechnungen"
              description="Das PDF enthält die E-Rechnung (ZUGFeRD, EN 16931); als XML bekommen Sie sie allein."
            >
              <Stack gap={2}>
                <DocumentFiles year={year} invoices={invoices} />
                <DataTable
                  caption="Belege und ihre Dateien"
                  columns={COLUMNS}
                  rows={invoices}
                  rowKey={({ id }) => id}
                />
              </Stack>
            </Section>
          </ScreenOnly>
        )
      }
    </QueryPart>
  );
}

function Files({ invoice }: { invoice: ListedInvoice }) {
  const pdf = useInvoiceFile();
  const xml = useInvoiceXml();
  const reason = withoutOriginal(invoice);
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
          {reason === null && (
            <Button
              size="small"
              variant="quiet"
              icon="download"
              loading={xml.isPending}
              aria-label={`XML von ${name}`}
              onClick={() => xml.mutate(invoice)}
            >
              {invoice.profile === 'xrechnung' ? 'XRechnung' : 'XML'}
            </Button>
          )}
        </Row>
      </ScreenOnly>
      {reason !== null && (
        <Text as="span" variant="caption" tone="muted">
          {reason}
        </Text>
      )}
    </Stack>
  );
}
