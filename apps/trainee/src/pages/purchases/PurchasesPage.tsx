import { OwnTransfers, Purchases } from '@nemus/area/purchases';
import { useSession } from '@nemus/contract/react';
import { Breadcrumbs, ButtonLink, EmptyState, Page, PrintOnly, ScreenOnly, Text } from '@nemus/ui';
import { Link, Navigate } from 'react-router-dom';
import { paths } from '../../paths';

export { purchaseReads as reads } from '@nemus/area/purchases';

/** A trainee's purchases, with the invoices. Institutions have their own page. */
export default function PurchasesPage() {
  const { profile } = useSession();
  if (profile?.userType === 'institution') return <Navigate to={paths.institutionPurchases} replace />;
  return (
    <Page
      title="Käufe"
      intro="Ihre gekauften Kurse, mit Rechnungen."
      above={
        <ScreenOnly>
          <Breadcrumbs component={Link} items={[{ label: 'Profil', to: paths.profile }, { label: 'Käufe' }]} />
        </ScreenOnly>
      }
    >
      <PrintOnly>
        <Text variant="small">{`${profile?.firstName ?? ''} ${profile?.lastName ?? ''}`.trim()}</Text>
      </PrintOnly>
      <OwnTransfers />
      <Purchases kinds={['course']} empty={<NoPurchases />} />
    </Page>
  );
}

function NoPurchases() {
  return (
    <EmptyState
      icon="purchases"
      title="Noch keine Käufe"
      action={
        <ButtonLink component={Link} to={paths.catalog} variant="primary" icon="catalog">
          Seminarkatalog öffnen
        </ButtonLink>
      }
    >
      Gekaufte Kurse stehen hier, jeweils mit Rechnung.
    </EmptyState>
  );
}
