import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import type { SlotProps } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { creditBalanceQuery } from '@nemus/data';
import { formatNumber, Icon, MISSING, Row, Skeleton, StatTile, Text } from '@nemus/ui';

/**
 * The institution's credits, shown inside the areas that spend them. A balance that cannot be read is a dash. Other
 * accounts have no credits: nothing is requested or shown (S-1.19).
 */
export function CreditBalance({ variant }: SlotProps['credit-balance']) {
  const { profile } = useSession();
  return profile?.userType === 'institution' ? <Balance variant={variant} institutionId={profile.userId} /> : null;
}

function Balance({ variant, institutionId }: SlotProps['credit-balance'] & { institutionId: string }) {
  const balance = useQuery(creditBalanceQuery(useDataClient(), institutionId));
  const known = balance.data !== undefined;
  const credits = known ? formatNumber(balance.data?.available_credits ?? 0) : MISSING;
  const value = balance.isPending ? <Skeleton width="4ch" height={18} /> : credits;
  if (variant === 'card') return <StatTile icon="credits" label="Verfügbare Credits" value={value} />;
  return (
    <Row gap={0.75}>
      <Icon name="credits" size={18} />
      <Text as="span" variant="label">
        Verfügbare Credits:
      </Text>
      <Text as="span" variant="label" strong numeric>
        {value}
      </Text>
    </Row>
  );
}
