import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport } from '@nemus/area';
import { exportStaffOrders, orderTotalsQuery, type StaffOrderFilter, type StaffOrderRow } from '@nemus/data';
import { Button, formatCents, formatCount, Row, SkeletonRows, Text } from '@nemus/ui';
import { ORDER_COLUMNS } from './order-columns';

/** The sums of all orders that a list selects, and the list as a file. */
export function OrderSums({ filter }: { filter: StaffOrderFilter }) {
  const client = useDataClient();
  const totals = useQuery(orderTotalsQuery(client, filter));
  const csv = useExport<StaffOrderRow>();
  return (
    <QueryPart query={totals} title="Summen" loading={<SkeletonRows count={1} />}>
      {(sums) => (
        <Row justify="between" aria-busy={totals.isPlaceholderData || undefined}>
          <Text role="status">
            {[
              formatCount(sums.orders, 'Bestellung', 'Bestellungen'),
              `bezahlt ${formatCents(sums.paid_cents)}`,
              ...(sums.unpaid_cents > 0 ? [`davon auf Rechnung offen ${formatCents(sums.unpaid_cents)}`] : []),
              ...(sums.refunded_cents > 0 ? [`erstattet ${formatCents(sums.refunded_cents)}`] : []),
              ...(sums.disputed_cents > 0 ? [`angefochten ${formatCents(sums.disputed_cents)}`] : []),
              ...(sums.kept_cents === sums.paid_cents ? [] : [`bleiben ${formatCents(sums.kept_cents)}`]),
            ].join(' · ')}
          </Text>
          <Button
            icon="download"
            loading={csv.isPending}
            disabled={sums.orders === 0}
            onClick={() =>
              csv.mutate({
                name: ['bestellungen', filter.from, filter.until].filter(Boolean).join('-'),
                columns: ORDER_COLUMNS,
                rows: async () => {
                  const { rows, has_more: hasMore } = await exportStaffOrders(client, filter);
                  if (hasMore) throw new Error('There are more orders than one file takes.');
                  return rows;
                },
              })
            }
          >
            CSV exportieren
          </Button>
        </Row>
      )}
    </QueryPart>
  );
}
