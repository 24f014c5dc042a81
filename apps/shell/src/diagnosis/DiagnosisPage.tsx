import { CONTRACT_VERSION } from '@nemus/contract';
import {
  Button,
  ButtonLink,
  DefinitionList,
  EmptyState,
  ErrorCard,
  formatDateTime,
  FullPageSpinner,
  Page,
  Section,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { usePortal, useRegistryState } from '../portal/portal-context';
import { useRegistryRefresh } from '../portal/useRegistryRefresh';
import { PATHS } from '../routing/paths';
import { AreaTable } from './AreaTable';
import { adapterTexts } from './contract-text';
import { FailureTable } from './FailureTable';
import { HistorySection } from './history/HistorySection';
import { MeetingSection } from './meetings/MeetingSection';
import { OverrideSection } from './override/OverrideSection';
import { StopFacts } from './StopFacts';
import { useDiagnosis, type Diagnosis } from './useDiagnosis';

/** `/diagnose`: what this browser runs, for release teams and operators. */
export default function DiagnosisPage() {
  const { diagnosis, reload } = useDiagnosis();
  const { refreshing, refresh } = useRegistryRefresh();
  if (diagnosis.status === 'loading') return <FullPageSpinner />;
  return (
    <Page
      title="Diagnose"
      intro="Welche Bereiche dieser Browser in welcher Version ausführt, woher sie kommen und was dabei schiefging."
      width="wide"
      actions={
        diagnosis.status === 'ready' ? (
          <Button icon="refresh" loading={refreshing} onClick={() => void Promise.all([refresh(), reload()])}>
            Aktualisieren
          </Button>
        ) : undefined
      }
    >
      <Content diagnosis={diagnosis} onRetry={() => void reload()} />
    </Page>
  );
}

function Content({ diagnosis, onRetry }: { diagnosis: Diagnosis; onRetry: () => void }) {
  switch (diagnosis.status) {
    case 'loading':
      return null;
    case 'failed':
      return (
        <ErrorCard
          title="Ihre Berechtigung konnte nicht geprüft werden"
          message="Der Server antwortet gerade nicht. Bitte versuchen Sie es in Kürze noch einmal."
          onRetry={onRetry}
        />
      );
    case 'denied':
      return (
        <EmptyState
          icon="lock"
          title="Diese Seite ist für Ihr Konto nicht freigegeben"
          action={
            <ButtonLink component={Link} to={PATHS.home}>
              Zum Dashboard
            </ButtonLink>
          }
        >
          Sie ist für die Teams, die Bereiche veröffentlichen, und für den Betrieb des Portals.
        </EmptyState>
      );
    case 'ready':
      return (
        <>
          <Section
            title="Bereiche"
            description="Zeiten dieses Browsers; „Alle Konten“ sind die Meldungen zu dieser Version."
          >
            <AreaTable figures={diagnosis.figures} />
          </Section>
          {diagnosis.rights.operator ? <HistorySection /> : null}
          <MeetingSection />
          <OverrideSection rights={diagnosis.rights} />
          <Section title="Störungen" description="Seit diese Seite geladen wurde, die neueste zuerst.">
            <FailureTable />
          </Section>
          <StopFacts />
          <RegistryFacts />
        </>
      );
  }
}

/** The registry that this page shows. */
function RegistryFacts() {
  const { config } = usePortal();
  const { document, stale, refused } = useRegistryState();
  const items = document
    ? [
        { term: 'Umgebung', value: config.environment },
        { term: 'Revision', value: String(document.revision) },
        { term: 'Stand', value: stale ? 'Letzter bekannter Stand, das Verzeichnis ist nicht erreichbar' : 'Aktuell' },
        { term: 'Ausgestellt', value: `${formatDateTime(document.issuedAt)} Uhr` },
        { term: 'Gültig bis', value: `${formatDateTime(document.expiresAt)} Uhr` },
        { term: 'Vertrag des Portals', value: CONTRACT_VERSION },
        ...adapterTexts().map((value) => ({ term: 'Adapter für Vertrag', value })),
        ...refused.map(({ name, message }) => ({
          term: `Ausgelassen: ${name}`,
          value: <span lang="en">{message}</span>,
        })),
      ]
    : [{ term: 'Umgebung', value: config.environment }];
  return (
    <Section title="Verzeichnis">
      <DefinitionList dense items={items} />
    </Section>
  );
}
