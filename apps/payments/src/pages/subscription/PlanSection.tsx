import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import type { OpenPurchase, Prices, Subscription } from '@nemus/data';
import { CardGrid, Section, SkeletonCard } from '@nemus/ui';
import { CheckoutNotice } from '../../checkout/CheckoutNotice';
import { useCheckout } from '../../checkout/useCheckout';
import { isRunning, plansOf } from '../../plans/plans';
import { PurchaseTerms } from '../../purchase/PurchaseTerms';
import { SalesArea } from '../../taxes/SalesArea';
import { useTax } from '../../taxes/useTax';
import { PlanCard, type PlanOffer } from './PlanCard';

const isSubscription = ({ kind }: OpenPurchase) => kind === 'subscription';

/** The two plans side by side; none is chosen beforehand. */
export function PlanSection({
  prices,
  subscription,
}: {
  prices: UseQueryResult<Prices>;
  subscription: UseQueryResult<Subscription | null>;
}) {
  const checkout = useCheckout('subscription', isSubscription);
  const tax = useTax('subscription');
  const current = subscription.data;
  const loading = (
    <CardGrid min="20rem">
      <SkeletonCard lines={4} />
      <SkeletonCard lines={4} />
    </CardGrid>
  );
  return (
    <Section title="Abonnement wählen" description={describe(current)}>
      <CheckoutNotice checkout={checkout} />
      <QueryPart query={prices} title="Die Abonnements" loading={loading}>
        {(known) => (
          <CardGrid min="20rem" label="Abonnements">
            {plansOf(known).map((plan) => (
              <PlanCard
                key={plan.tier}
                plan={plan}
                offer={offerOf(plan.tier, current)}
                tax={tax}
                busy={checkout.opening}
                waiting={checkout.open !== null}
                onBuy={() => checkout.begin({ kind: 'subscription', tier: plan.tier }, plan.cents)}
              />
            ))}
          </CardGrid>
        )}
      </QueryPart>
      <SalesArea tax={tax} />
      <PurchaseTerms />
    </Section>
  );
}

function describe(current: Subscription | null | undefined): string {
  if (current && isRunning(current)) return 'Zwischen den Abonnements wechseln Sie im Kundenportal.';
  return 'Sie zahlen auf der Seite unseres Zahlungsanbieters, die sich in einem neuen Tab öffnet.';
}

/** Whether a plan can be bought. While the subscription is not known, nothing is offered that could be refused. */
function offerOf(tier: Subscription['tier'], current: Subscription | null | undefined): PlanOffer {
  if (current === undefined) return 'unknown';
  if (current === null || !isRunning(current)) return 'open';
  return current.tier === tier ? 'current' : 'other';
}
