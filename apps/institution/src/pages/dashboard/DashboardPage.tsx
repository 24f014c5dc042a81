import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { OpenPurchases, PaymentNotice, useDataClient, type PageReads } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { creditBalanceQuery, firstVisitQuery, institutionOverviewQuery } from '@nemus/data';
import { Page, ProfileMissing } from '@nemus/ui';
import { CreditOverview } from './CreditOverview';
import { FigureTiles } from './FigureTiles';
import { QuickActions } from './QuickActions';

export const reads: PageReads = ({ ask, client, userId }) => {
  ask(creditBalanceQuery(client, userId));
  ask(institutionOverviewQuery(client, userId));
  ask(firstVisitQuery(client, userId));
};

/** What an institution sees first: its credits, its trainees, and the four things it does most. */
export default function DashboardPage() {
  const { userId, profile } = useSession();
  const client = useDataClient();
  const balance = useQuery(creditBalanceQuery(client, userId));
  const overview = useQuery(institutionOverviewQuery(client, userId));
  const isFirst = useQuery(firstVisitQuery(client, userId)).data === true;
  const greeting = isFirst ? 'Willkommen' : 'Willkommen zurück';
  const reload = useProfileReload();
  if (profile === null) return <ProfileMissing {...reload} />;
  return (
    <Page
      title={profile.institutionName ? `${greeting}, ${profile.institutionName}` : greeting}
      intro="Credits, PiW und Kursbuchungen Ihrer Weiterbildungsstätte auf einen Blick."
    >
      <PaymentNotice />
      <OpenPurchases />
      <FigureTiles balance={balance} overview={overview} />
      <CreditOverview balance={balance} />
      <QuickActions />
    </Page>
  );
}

/** Loads the profile again; the session tells this page when it is there. */
function useProfileReload() {
  const { session } = usePorts();
  const [reloading, setReloading] = useState(false);
  const onReload = () => {
    setReloading(true);
    // A failed reload leaves the page as it is: it says already that there is no profile.
    void session
      .reloadProfile()
      .catch(() => undefined)
      .finally(() => setReloading(false));
  };
  return { reloading, onReload };
}
