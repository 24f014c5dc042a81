import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { creditBalanceQuery } from '@nemus/data';
import { formatNumber, Icon, MISSING, Row, Skeleton, Text } from '@nemus/ui';

/** The institution's credits; the same query for all parts of the page. */
export function useCredits() {
  const client = useDataClient();
  const { userId } = useSession();
  return useQuery(creditBalanceQuery(client, userId));
}

/** The institution's credits in a line. A balance that cannot be read is a dash. */
export function CreditLine() {
  const { data, isPending } = useCredits();
  return (
    <Row gap={0.75}>
      <Icon name="credits" size={18} />
      <Text as="span" variant="label">
        Verfügbare Credits:
      </Text>
      <Text as="span" variant="label" strong numeric>
        {isPending ? (
          <Skeleton width="4ch" height={18} />
        ) : data === undefined ? (
          MISSING
        ) : (
          formatNumber(data?.available_credits ?? 0)
        )}
      </Text>
    </Row>
  );
}
