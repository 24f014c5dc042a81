import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { ownTransfersQuery, type CourseCostRange, type Prices } from '@nemus/data';
import {
  Alert,
  ButtonLink,
  Card,
  ConfirmDialog,
  formatCents,
  formatCount,
  formatDate,
  formatNumber,
  Section,
  SkeletonCard,
  Stack,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { CheckoutNotice } from '../../checkout/CheckoutNotice';
import { useCheckout } from '../../checkout/useCheckout';
import { CREDIT_STEP, LEAST_CREDITS, MOST_CREDITS } from '../../plans/credits';
import { paths } from '../../paths';
import { CreditForm } from './CreditForm';
import { useTransferOrder } from './useTransferOrder';

/** Buys credits for course bookings. */
export function CreditSection({
  prices,
  costRange,
}: {
  prices: UseQueryResult<Prices>;
  costRange: UseQueryResult<CourseCostRange | null>;
}) {
  const checkout = useCheckout('credits');
  const { userId } = useSession();
  // Without an answer there is no choice: the card is always possible.
  const offer = useQuery(ownTransfersQuery(useDataClient(), userId)).data?.offer ?? null;
  const transfer = useTransferOrder();
  return (
    <Section title="Credits kaufen" description={costText(costRange.data)}>
      <QueryPart query={prices} title="Der Preis der Credits" loading={<SkeletonCard lines={3} />}>
        {({ credit }) => (
          <Card as="div" sx={{ maxWidth: '36rem' }}>
            <Stack gap={2.5}>
              <CreditForm
                centsPerCredit={credit}
                busy={checkout.opening || transfer.isPending}
                waiting={checkout.open !== null}
                offer={offer}
                onBuy={(credits, way) =>
                  way === 'transfer'
                    ? transfer.ask(credits, credits * credit)
                    : checkout.begin({ kind: 'credits', credits }, credits * credit)
                }
                hint={`Ein Credit kostet ${formatCents(credit)}. Mindestens ${formatNumber(LEAST_CREDITS)}, höchstens ${formatNumber(MOST_CREDITS)} Credits auf einmal, in Schritten von ${CREDIT_STEP}.`}
              />
              <CheckoutNotice checkout={checkout} />
              {transfer.invoice && (
                <Alert
                  tone="success"
                  title="Credits gekauft"
                  onClose={transfer.close}
                  actions={
                    <ButtonLink component={Link} to={paths.purchases} size="small">
                      Zur Rechnung
                    </ButtonLink>
                  }
                >
                  {`Bitte überweisen Sie ${formatCents(transfer.invoice.open_cents)} bis zum ${formatDate(transfer.invoice.due_on)} mit dem Verwendungszweck ${transfer.invoice.number}. Die Rechnung kommt auch per E-Mail.`}
                </Alert>
              )}
              <ConfirmDialog
                open={transfer.asked !== null}
                title={`${formatCount(transfer.asked?.credits ?? 0, 'Credit', 'Credits')} auf Rechnung kaufen?`}
                confirmLabel="Zahlungspflichtig kaufen"
                busy={transfer.isPending}
                onConfirm={transfer.confirm}
                onCancel={transfer.cancel}
              >
                {`${formatCents(transfer.asked?.shownCents ?? null)}, zahlbar per Überweisung innerhalb von ${formatCount(offer?.days ?? 0, 'Tag', 'Tagen')}. Die Credits sind sofort verfügbar.`}
              </ConfirmDialog>
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
