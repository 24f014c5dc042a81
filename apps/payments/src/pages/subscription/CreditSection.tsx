import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import type { CourseCostRange, Prices } from '@nemus/data';
import { Card, formatCents, formatCount, formatNumber, Section, SkeletonCard, Stack } from '@nemus/ui';
import { CheckoutNotice } from '../../checkout/CheckoutNotice';
import { useCheckout } from '../../checkout/useCheckout';
import { CREDIT_STEP, LEAST_CREDITS, MOST_CREDITS } from '../../plans/credits';
import { CreditForm } from './CreditForm';

/** Buys credits for course bookings. */
export function CreditSection({
  prices,
  costRange,
}: {
  prices: UseQueryResult<Prices>;
  costRange: UseQueryResult<CourseCostRange | null>;
}) {
  const checkout = useCheckout('credits');
  return (
    <Section title="Credits kaufen" description={costText(costRange.data)}>
      <QueryPart query={prices} title="Der Preis der Credits" loading={<SkeletonCard lines={3} />}>
        {({ credit }) => (
          <Card as="div" sx={{ maxWidth: '36rem' }}>
            <Stack gap={2.5}>
              <CreditForm
                centsPerCredit={credit}
                busy={checkout.opening}
                waiting={checkout.open !== null}
                onBuy={(credits) => checkout.begin({ kind: 'credits', credits }, credits * credit)}
                hint={`Ein Credit kostet ${formatCents(credit)}. Mindestens ${formatNumber(LEAST_CREDITS)}, höchstens ${formatNumber(MOST_CREDITS)} Credits auf einmal, in Schritten von ${CREDIT_STEP}.`}
              />
              <CheckoutNotice checkout={checkout} />
            </Stack>
          </Card>
        )}
      </QueryPart>
    </Section>
  );
}

/** A course's cost in credits, from the catalogue (S-4.7); nothing while unknown. */
function costText(range: CourseCostRange | null | undefined): string {
  const use = 'Mit Credits buchen Sie Kurse ohne einzelne Zahlung.';
  if (!range) return use;
  const { least, most } = range;
  const cost =
    least === most
      ? formatCount(most, 'Credit', 'Credits')
      : `${formatNumber(least)} bis ${formatNumber(most)} Credits`;
  return `${use} Ein Kurs kostet ${cost}.`;
}
