import { pageReads, QueryPart } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import { BillingAddressCard } from '@nemus/area/billing';
import { institutionSettingsQuery, type InstitutionSettings } from '@nemus/data';
import { SkeletonCard, Stack, Tabs } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { SettingsFrame } from '../../frame/SettingsFrame';
import { BillingForm } from './BillingForm';
import { InvoiceForm } from './InvoiceForm';
import { InstitutionForm } from './InstitutionForm';
import { NotificationsForm } from './NotificationsForm';
import { SecurityPart } from './SecurityPart';
import { SpendingLimitForm } from './SpendingLimitForm';

const TABS = [
  { value: 'institution', label: 'Institution' },
  { value: 'benachrichtigungen', label: 'Benachrichtigungen' },
  { value: 'sicherheit', label: 'Sicherheit' },
  { value: 'abrechnung', label: 'Abrechnung' },
  { value: 'buchungen', label: 'Buchungen' },
] as const;
type Tab = (typeof TABS)[number]['value'];

export const { reads, usePageReads } = pageReads(
  ({ client, userId }) => ({
    settings: institutionSettingsQuery(client, userId),
  }),
  // Initial values are the fetched ones.
  { kept: false },
);

/** Settings of the institution, in tabs; each saves for itself. */
export default function SettingsPage() {
  const { settings: query } = usePageReads();
  const { may } = useRoles();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('bereich');
  const tab = TABS.find(({ value }) => value === wanted)?.value ?? 'institution';
  return (
    <SettingsFrame
      width="narrow"
      title="Einstellungen"
      intro="Angaben Ihrer Weiterbildungsstätte, Benachrichtigungen, Sicherheit und Abrechnung."
    >
      <Tabs
        label="Bereiche der Einstellungen"
        items={may('booking', 'reading') ? TABS : TABS.filter((item) => item.value !== 'buchungen')}
        value={tab}
        onChange={(value) => setParams(value === 'institution' ? {} : { bereich: value }, { replace: true })}
      >
        <QueryPart query={query} title="Ihre Einstellungen" loading={<SkeletonCard lines={6} />}>
          {(settings) => <TabContent tab={tab} settings={settings} />}
        </QueryPart>
      </Tabs>
    </SettingsFrame>
  );
}

/** Only roles with access to it may edit the invoice address; others cannot read it either. */
function BillingPart() {
  const { may } = useRoles();
  return may('billing') ? <BillingAddressCard /> : null;
}

function TabContent({ tab, settings }: { tab: Tab; settings: InstitutionSettings }) {
  switch (tab) {
    case 'institution':
      return <InstitutionForm settings={settings} />;
    case 'benachrichtigungen':
      return <NotificationsForm settings={settings} />;
    case 'sicherheit':
      return <SecurityPart settings={settings} />;
    case 'abrechnung':
      return (
        <Stack gap={3}>
          <BillingPart />
          <BillingForm settings={settings} />
          <InvoiceForm settings={settings} />
        </Stack>
      );
    case 'buchungen':
      return <SpendingLimitForm />;
  }
}
