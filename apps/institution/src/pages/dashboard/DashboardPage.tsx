import { useState } from 'react';
import { NoMembership, useRoles } from '@nemus/area/roles';
import {
  dashboardStepsQuery,
  dashboardVisitQuery,
  greetingOf,
  OpenPurchases,
  pageReads,
  PaymentNotice,
  useStepsPlace,
} from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { creditBalanceQuery, institutionOverviewQuery } from '@nemus/data';
import { Page, ProfileMissing } from '@nemus/ui';
import { CreditOverview } from './CreditOverview';
import { FigureTiles } from './FigureTiles';
import { ActingForNotice } from './ActingForNotice';
import { QuickActions } from './QuickActions';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  balance: creditBalanceQuery(client, userId),
  overview: institutionOverviewQuery(client, userId),
  firstVisit: dashboardVisitQuery(client, userId),
  firstSteps: dashboardStepsQuery(client, userId),
}));

/** An institution's first page: its credits, its trainees, and the four main actions. */
export default function DashboardPage() {
  const { profile } = useSession();
  const { balance, overview, firstVisit, firstSteps } = usePageReads();
  const steps = useStepsPlace(firstSteps.data ?? (firstSteps.isError ? null : undefined));
  const greeting = greetingOf(firstVisit.data);
  const reload = useProfileReload();
  const { may } = useRoles();
  if (profile === null) return <ProfileMissing {...reload} />;
  if (profile.institutionId === null) {
    return (
      <Page title={greeting}>
        <NoMembership />
      </Page>
    );
  }
  return (
    <Page
      title={profile.institutionName ? `${greeting}, ${profile.institutionName}` : greeting}
      intro="Credits, PiW und Kursbuchungen Ihrer Weiterbildungsstätte auf einen Blick."
    >
      <ActingForNotice profile={profile} />
      <PaymentNotice />
      <OpenPurchases />
      {steps.top}
      <FigureTiles balance={balance} overview={overview} />
      {may('booking', 'billing', 'reading') && <CreditOverview balance={balance} />}
      <QuickActions />
    </Page>
  );
}

/** Loads the profile again; the session notifies this page. */
function useProfileReload() {
  const { session } = usePorts();
  const [reloading, setReloading] = useState(false);
  const onReload = () => {
    setReloading(true);
    // A failed reload changes nothing: the page already says that there is no profile.
    void session
      .reloadProfile()
      .catch(() => undefined)
      .finally(() => setReloading(false));
  };
  return { reloading, onReload };
}
