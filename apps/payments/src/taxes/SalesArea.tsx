import { Alert, Text } from '@nemus/ui';
import type { ProductTax } from './useTax';

/** Where the portal sells to: a warning to buyers elsewhere, a note to those whose address is not known yet. */
export function SalesArea({ tax: { isRefused, sellsTo } }: { tax: ProductTax }) {
  if (sellsTo === null) return null;
  if (isRefused) return <Alert tone="warning">{sellsTo}</Alert>;
  return (
    <Text variant="caption" tone="muted">
      {sellsTo}
    </Text>
  );
}
