import { OwnTransfers, Purchases } from '@nemus/area/purchases';
import { useSession } from '@nemus/contract/react';
import { TRANSACTION_TYPES } from '@nemus/data';
import { ButtonLink, EmptyState, Page, PrintOnly, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { CreditForecastLine } from '../../credits/CreditForecastLine';
import { paths } from '../../paths';

export { purchaseReads as reads } from '@nemus/area/purchases';

/** The institution's purchases: the year at a glance, every purchase, and its invoices. */
export default function PurchasesPage() {
  const { profile } = useSession();
  return (
    <Page title="Käufe" intro="Kurse, Credits und Abonnements Ihrer Weiterbildungsstätte, mit Rechnungen.">
      <PrintOnly>
        <Text variant="small">{profile?.institutionName}</Text>
      </PrintOnly>
      <CreditForecastLine isOptional />
      <OwnTransfers />
      <Purchases kinds={TRANSACTION_TYPES} empty={<NoPurchases />} />
    </Page>
  );
}

function NoPurchases() {
  return (
    <EmptyState
      icon="purchases"
      title="Noch keine Käufe"
      action={
        <ButtonLink component={Link} to={paths.subscription} variant="primary" icon="credits">
          Credits kaufen
        </ButtonLink>
      }
    >
      Gekaufte Kurse, Credits und Abonnements stehen hier, jeweils mit Rechnung.
    </EmptyState>
  );
}
