import type { PaymentVerification } from '@nemus/data';
import { DefinitionList, formatCents, formatNumber } from '@nemus/ui';
import { TIER_LABELS } from '../../plans/plans';

/** What was paid, and the account's state now. */
export function PaymentFacts({
  payment: { kind, credits_added, available_credits, subscription_tier, payment_details },
}: {
  payment: PaymentVerification;
}) {
  const facts = [
    ...(subscription_tier === null ? [] : [{ term: 'Abonnement', value: TIER_LABELS[subscription_tier] }]),
    ...(credits_added === null ? [] : [{ term: 'Gekaufte Credits', value: formatNumber(credits_added) }]),
    ...(payment_details.amount_paid === null
      ? []
      : [{ term: 'Bezahlt', value: formatCents(payment_details.amount_paid) }]),
    ...(kind !== 'credits' || available_credits === null
      ? []
      : [{ term: 'Verfügbare Credits', value: formatNumber(available_credits) }]),
  ];
  return facts.length === 0 ? null : <DefinitionList items={facts} dense />;
}
