import { useState } from 'react';
import type { BillingAddress } from '@nemus/data';
import { Button, Card, ScreenOnly, SkeletonCard, Stack, Text } from '@nemus/ui';
import { QueryPart } from '../reads/QueryPart';
import { addressLines } from './billing-address';
import { AddressOffer } from './AddressOffer';
import { BillingAddressDialog } from './BillingAddressDialog';
import { useBillingAddress } from './useBillingAddress';

/** The recipient of the account's invoices, and a button to change it. */
export function BillingAddressCard() {
  const { query, save } = useBillingAddress();
  const [editing, setEditing] = useState(false);
  return (
    <QueryPart query={query} title="Ihre Rechnungsanschrift" loading={<SkeletonCard lines={2} />}>
      {(address) => (
        <Card
          level={2}
          title="Rechnungsanschrift"
          aside={
            <ScreenOnly>
              <Button
                size="small"
                icon="edit"
                aria-label={`Rechnungsanschrift ${address ? 'ändern' : 'angeben'}`}
                onClick={() => setEditing(true)}
              >
                {address ? 'Ändern' : 'Angeben'}
              </Button>
            </ScreenOnly>
          }
        >
          <Lines address={address} />
          {editing && (
            <BillingAddressDialog
              address={address}
              submitLabel="Speichern"
              busy={save.isPending}
              onSubmit={(changed) => save.mutate(changed, { onSuccess: () => setEditing(false) })}
              onClose={() => setEditing(false)}
            />
          )}
        </Card>
      )}
    </QueryPart>
  );
}

function Lines({ address }: { address: BillingAddress | null }) {
  if (address === null) {
    return (
      <Stack gap={1}>
        <Text tone="muted">Noch keine gemerkt. Beim Bezahlen geben Sie an, an wen die Rechnung geht.</Text>
        <AddressOffer />
      </Stack>
    );
  }
  return (
    <Stack gap={0.5}>
      <div>
        {addressLines(address).map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </div>
      <Text variant="small" tone="muted">
        Gilt für künftige Rechnungen; ausgestellte bleiben, wie sie sind.
      </Text>
    </Stack>
  );
}
