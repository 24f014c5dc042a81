import { useSession } from '@nemus/contract/react';
import { CardGrid, Page } from '@nemus/ui';
import { BalanceCard } from './BalanceCard';
import { CreditSection } from './CreditSection';
import { CurrentSubscription } from './CurrentSubscription';
import { PlanSection } from './PlanSection';
import { TraineeHint } from './TraineeHint';

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
    <Page title="Abonnement" intro="Ihr Abonnement und das Guthaben, mit dem Sie Kurse buchen.">
      <CardGrid min="22rem" gap={2}>
        <CurrentSubscription />
        <BalanceCard />
      </CardGrid>
      <PlanSection />
      <CreditSection />
    </Page>
  );
}
