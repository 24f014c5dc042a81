import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@nemus/contract/react';
import { offeredAddressQuery } from '@nemus/data';
import { Alert, Button, Text } from '@nemus/ui';
import { useDataClient } from '../reads/data-client';
import { addressLines } from './billing-address';
import { useBillingAddress } from './useBillingAddress';

/** Offers to save the address that was entered at the last payment. Renders nothing when one is saved. */
export function AddressOffer() {
  const client = useDataClient();
  const queries = useQueryClient();
  const { userId } = useSession();
  const offered = offeredAddressQuery(client, userId);
  const { data: address } = useQuery(offered);
  const { save } = useBillingAddress(false);
  if (!address) return null;
  return (
    <Alert
      title="Diese Rechnungsanschrift merken?"
      actions={
        <Button
          size="small"
          loading={save.isPending}
          onClick={() => save.mutate(address, { onSuccess: () => queries.setQueryData(offered.queryKey, null) })}
        >
          Anschrift merken
        </Button>
      }
    >
      <Text>{addressLines(address).join(', ')}</Text>
      Sie ist beim nächsten Kauf schon eingetragen. Ändern können Sie sie jederzeit bei Ihren Käufen.
    </Alert>
  );
}
