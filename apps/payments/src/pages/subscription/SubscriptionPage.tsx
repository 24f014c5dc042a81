import { pageReads, PaymentNotice } from '@nemus/area';
import { RolePages } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import {
  courseCostRangeQuery,
  creditBalanceQuery,
  ownSupportQuery,
  ownTaxesQuery,
  ownTransfersQuery,
  pricesQuery,
  subscriptionQuery,
} from '@nemus/data';
import { CardGrid, Page } from '@nemus/ui';
import { BalanceCard } from './BalanceCard';
import { CreditSection } from './CreditSection';
import { CurrentSubscription } from './CurrentSubscription';
import { PlanSection } from './PlanSection';
import { SupportSection } from './SupportSection';
import { TraineeHint } from './TraineeHint';

/** The content for institutions; trainees see no data. */
export const { reads, usePageReads } = pageReads(
  ({ client, userId }) => ({
    subscription: subscriptionQuery(client, userId),
    balance: creditBalanceQuery(client, userId),
    prices: pricesQuery(client),
    costRange: courseCostRangeQuery(client),
    support: ownSupportQuery(client, userId),
    // Prices and the choice of payment read these once they are drawn, which is a round trip later.
    taxes: ownTaxesQuery(client, userId),
    transfers: ownTransfersQuery(client, userId),
  }),
  { userType: 'institution' },
);

/** Subscription and credits of an institution; trainees learn that they need neither. */
export default function SubscriptionPage() {
  const { profile } = useSession();
  if (profile?.userType !== 'institution') {
    return (
      <Page title="Abonnement" width="narrow">
        <TraineeHint />
      </Page>
    );
  }
  return (
    <RolePages roles={['billing']} title="Abonnement">
      <Offers />
    </RolePages>
  );
}

function Offers() {
  const { subscription, balance, prices, costRange, support } = usePageReads();
  return (
    <Page title="Abonnement" intro="Ihr Abonnement und das Guthaben, mit dem Sie Kurse buchen.">
      <PaymentNotice />
      <CardGrid min="22rem" gap={2}>
        <CurrentSubscription />
        <BalanceCard balance={balance} />
      </CardGrid>
      <SupportSection subscription={subscription} requests={support} />
      <PlanSection prices={prices} subscription={subscription} />
      <CreditSection prices={prices} costRange={costRange} />
    </Page>
  );
}
