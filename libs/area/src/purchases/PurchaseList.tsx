import type { OwnWithdrawal, Transaction, TransactionType } from '@nemus/data';
import {
  Button,
  formatCents,
  formatDate,
  MISSING,
  NoResults,
  PrintOnly,
  SampleChip,
  ScreenOnly,
  Section,
  Stack,
  StatusChip,
  Tabs,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import {
  METHOD_LABELS,
  purchaseDetails,
  purchaseParts,
  purchaseTerms,
  purchaseStatus,
  TYPE_LABELS,
} from './purchase-labels';
import { documentName } from './invoice-words';
import { useInvoiceFile } from './useInvoiceFile';
import { WithdrawalState } from './WithdrawalState';
import { PURCHASE_SORTS, type PurchaseTab, type PurchaseView } from './purchase-address';

const TABS: readonly { value: PurchaseTab; label: string }[] = [
  { value: 'all', label: 'Alle' },
  { value: 'course', label: 'Kurse' },
  { value: 'credits', label: 'Credits' },
  { value: 'subscription', label: 'Abonnements' },
];

const columns = (rights: readonly OwnWithdrawal[]): readonly Column<Transaction>[] => [
  {
    key: 'item',
    header: 'Bezeichnung',
    cell: (purchase) => (
      <Stack gap={0}>
        <span>{purchase.item_name}</span>
        {purchase.is_sample && (
          <span>
            <SampleChip />
          </span>
        )}
        <Text as="span" variant="caption" tone="muted" sx={{ fontWeight: 400 }}>
          {[TYPE_LABELS[purchase.type], purchaseDetails(purchase)].filter(Boolean).join(' · ')}
        </Text>
        {purchase.terms !== null && (
          <Text as="span" variant="caption" tone="muted" sx={{ fontWeight: 400 }}>
            {purchaseTerms(purchase)}
          </Text>
        )}
        {purchaseParts(purchase).map((part) => (
          <Text key={part} as="span" variant="caption" tone="muted" sx={{ fontWeight: 400 }}>
            {part}
          </Text>
        ))}
        {rights
          .filter(({ transaction_id: id }) => id === purchase.id)
          .map((right) => (
            <WithdrawalState key={right.order_id} title={purchase.item_name} right={right} />
          ))}
      </Stack>
    ),
  },
  { key: 'date', header: 'Datum', sortable: true, cell: ({ occurred_at }) => formatDate(occurred_at) },
  { key: 'method', header: 'Zahlungsart', cell: ({ payment_method }) => METHOD_LABELS[payment_method] },
  {
    key: 'status',
    header: 'Status',
    cell: (purchase) => {
      const { text, tone } = purchaseStatus(purchase);
      return <StatusChip tone={tone}>{text}</StatusChip>;
    },
  },
  {
    key: 'amount',
    header: 'Betrag',
    align: 'end',
    sortable: true,
    cell: ({ amount_cents }) => <span style={{ whiteSpace: 'nowrap' }}>{formatCents(amount_cents)}</span>,
  },
  { key: 'invoice', header: 'Rechnung', cell: (purchase) => <InvoiceButton purchase={purchase} /> },
];

/** The purchases of a year by kind. */
export function PurchaseList({
  year,
  inYear,
  shown,
  view,
  kinds,
  rights,
  onChange,
}: {
  year: number;
  inYear: readonly Transaction[];
  shown: readonly Transaction[];
  view: PurchaseView;
  kinds: readonly TransactionType[];
  /** To withdraw from purchases. */
  rights: readonly OwnWithdrawal[];
  onChange: (change: Partial<PurchaseView>) => void;
}) {
  const items = TABS.map((tab) => ({
    ...tab,
    count: inYear.filter(({ type }) => tab.value === 'all' || type === tab.value).length,
  }));
  const list = (
    <DataTable
      caption={`Käufe ${year}`}
      columns={columns(rights)}
      rows={shown}
      rowKey={({ id }) => id}
      sort={{ key: view.sort, direction: view.descending ? 'desc' : 'asc' }}
      onSort={({ key, direction }) =>
        onChange({
          sort: PURCHASE_SORTS.find((sort) => sort === key) ?? 'date',
          descending: direction === 'desc',
        })
      }
      empty={
        <NoResults
          title={`Keine Käufe in ${year}`}
          onClear={view.tab === 'all' ? undefined : () => onChange({ tab: 'all' })}
          clearLabel="Alle Käufe zeigen"
        >
          {view.tab === 'all' ? 'Wählen Sie oben ein anderes Jahr.' : 'In diesem Jahr gibt es hier keine Einträge.'}
        </NoResults>
      }
    />
  );
  return (
    <Section title="Alle Vorgänge">
      {kinds.length === 1 ? (
        list
      ) : (
        <Tabs label="Art der Käufe" items={items} value={view.tab} onChange={(tab) => onChange({ tab })}>
          {view.tab !== 'all' && (
            <PrintOnly>
              <Text variant="small">Nur {items.find(({ value }) => value === view.tab)?.label}</Text>
            </PrintOnly>
          )}
          {list}
        </Tabs>
      )}
    </Section>
  );
}

function InvoiceButton({ purchase: { invoice, item_name } }: { purchase: Transaction }) {
  const file = useInvoiceFile();
  if (invoice === null) return <>{MISSING}</>;
  const word = documentName(invoice);
  return (
    <Stack gap={0} align="start">
      <ScreenOnly>
        <Button
          size="small"
          variant="quiet"
          icon="pdf"
          loading={file.isPending}
          aria-label={`${word} ${invoice.number} als PDF: ${item_name}`}
          title={`${word} als PDF`}
          onClick={() => file.mutate(invoice.id)}
        >
          {word}
        </Button>
      </ScreenOnly>
      <Text as="span" variant="caption" tone="muted" sx={{ whiteSpace: 'nowrap', paddingInlineStart: { md: 1.5 } }}>
        {invoice.number}
      </Text>
    </Stack>
  );
}
