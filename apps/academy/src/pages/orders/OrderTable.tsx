import type { ReactNode } from 'react';
import type { StaffOrderRow } from '@nemus/data';
import { formatCents, formatDate, formatDateTime, Link as TextLink, MISSING, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { KIND, STATUS } from './order-labels';

const COLUMNS: readonly Column<StaffOrderRow>[] = [
  {
    key: 'buyer',
    header: 'Bestellung',
    cell: ({ order_id: id, buyer, email, title }) => (
      <Stack gap={0}>
        <TextLink component={Link} to={paths.order(id)}>
          {buyer || email || MISSING}
        </TextLink>
        <Text variant="caption" tone="muted">
          {title}
        </Text>
      </Stack>
    ),
  },
  { key: 'kind', header: 'Art', cell: ({ kind }) => KIND[kind] },
  { key: 'created', header: 'Bestellt', cell: ({ created_at: at }) => formatDateTime(at) },
  {
    key: 'status',
    header: 'Stand',
    cell: ({ status, dispute_due_at: answer, withdrawal_due_on: back }) => (
      <Stack gap={0} align="start">
        <StatusChip tone={STATUS[status].tone}>{STATUS[status].label}</StatusChip>
        {answer !== null && (
          <Text variant="caption" tone="muted">
            antworten bis {formatDateTime(answer)}
          </Text>
        )}
        {back !== null && (
          <Text variant="caption" tone="muted">
            widerrufen, erstatten bis {formatDate(back)}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'amount',
    header: 'Betrag',
    align: 'end',
    cell: ({ amount_cents: cents, refunded_cents: back }) => (
      <Stack gap={0}>
        {formatCents(cents)}
        {back > 0 && (
          <Text variant="caption" tone="muted">
            erstattet {formatCents(back)}
          </Text>
        )}
      </Stack>
    ),
  },
];

/** Orders in a table, each with the way to its page. */
export function OrderTable({
  caption,
  orders,
  loading = false,
  empty,
}: {
  caption: string;
  orders: readonly StaffOrderRow[];
  loading?: boolean;
  empty?: ReactNode;
}) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={orders}
      rowKey={({ order_id: id }) => id}
      loading={loading}
      empty={empty}
    />
  );
}
