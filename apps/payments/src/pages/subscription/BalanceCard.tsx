import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import type { CreditBalance } from '@nemus/data';
import { Card, formatNumber, ProgressBar, SkeletonCard, Text } from '@nemus/ui';

/** The institution's remaining credits. */
export function BalanceCard({ balance }: { balance: UseQueryResult<CreditBalance | null> }) {
  return (
    <QueryPart query={balance} title="Ihr Guthaben" loading={<SkeletonCard lines={2} />}>
      {(credits) => {
        const { total_credits = 0, used_credits = 0, available_credits = 0 } = credits ?? {};
        return (
          <Card title="Credit-Guthaben" level={2}>
            <Text variant="heading" as="p" numeric>
              {formatNumber(available_credits)} Credits verfügbar
            </Text>
            {total_credits === 0 ? (
              <Text tone="muted">Sie haben noch keine Credits gekauft.</Text>
            ) : (
              <ProgressBar
                label="Verwendete Credits"
                value={used_credits}
                max={total_credits}
                valueText={`${formatNumber(used_credits)} von ${formatNumber(total_credits)}`}
              />
            )}
          </Card>
        );
      }}
    </QueryPart>
  );
}
