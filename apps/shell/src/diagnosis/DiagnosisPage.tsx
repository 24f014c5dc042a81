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
import { useStore } from 'zustand';
import { usePortal, useRegistryState, useSessionState } from '../portal/portal-context';
import { useRegistryRefresh } from '../portal/useRegistryRefresh';
import type { StopState } from '@nemus/host/registry/stop-source';
import { PATHS } from '../routing/paths';
import { AreaTable } from './AreaTable';
import { adapterTexts } from './contract-text';
import { FailureTable } from './FailureTable';
import { OverrideSection } from './override/OverrideSection';
import { isReleaser } from './release-rights';

/** `/diagnose`: what this browser runs, without any area. What all browsers report is in the operators' area. */
export default function DiagnosisPage() {
  const { refreshing, refresh } = useRegistryRefresh();
  const { profile, profileStatus } = useSessionState();
  if (profileStatus === 'idle' || profileStatus === 'loading') return <FullPageSpinner />;
  const isAllowed = isReleaser(profile);
  return (
    <Page
      title="Diagnose"
      intro="Welche Bereiche dieser Browser in welcher Version ausführt, woher sie kommen und was dabei schiefging."
      width="wide"
      actions={
        isAllowed ? (
          <Button icon="refresh" loading={refreshing} onClick={() => void refresh()}>
            Aktualisieren
          </Button>
        ) : undefined
      }
    >
      {isAllowed ? <Facts /> : profile ? <Denied /> : <RightsUnknown />}
    </Page>
  );
}

function RightsUnknown() {
  const { session } = usePortal();
  return (
    <ErrorCard
      title="Ihre Berechtigung konnte nicht geprüft werden"
      message="Der Server antwortet gerade nicht. Bitte versuchen Sie es in Kürze noch einmal."
      onRetry={() => void session.reloadProfile()}
    />
  );
}

function Denied() {
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
}

function Facts() {
  return (
    <>
      <Section title="Bereiche" description="Versionen und Zeiten dieses Browsers.">
        <AreaTable />
      </Section>
      <OverrideSection />
      <Section title="Störungen" description="Seit diese Seite geladen wurde, die neueste zuerst.">
        <FailureTable />
      </Section>
      <RegistryFacts />
    </>
  );
}

const STOPS: Readonly<Record<StopState['status'], string>> = {
  off: 'Nicht eingerichtet: In der Konfiguration steht kein Schlüssel des Betriebs.',
  loading: 'Wird gelesen',
  current: 'Aktuell',
  kept: 'Keine gültige Liste zu bekommen. Was dieser Browser zuletzt gesehen hat, gilt weiter.',
  unknown: 'Keine gültige Liste zu bekommen, und dieser Browser kennt keine frühere.',
};

/** The registry and the stop list that this page obeys. */
function RegistryFacts() {
  const { config, stops } = usePortal();
  const { document, stale, refused } = useRegistryState();
  const { status, problem } = useStore(stops.store);
  const items = [
    { term: 'Umgebung', value: config.environment },
    ...(document
      ? [
          { term: 'Revision', value: String(document.revision) },
          { term: 'Stand', value: stale ? 'Letzter bekannter Stand, das Verzeichnis ist nicht erreichbar' : 'Aktuell' },
          { term: 'Ausgestellt', value: `${formatDateTime(document.issuedAt)} Uhr` },
          { term: 'Gültig bis', value: `${formatDateTime(document.expiresAt)} Uhr` },
        ]
      : []),
    { term: 'Vertrag des Portals', value: CONTRACT_VERSION },
    ...adapterTexts().map((value) => ({ term: 'Adapter für Vertrag', value })),
    ...refused.map(({ name, message }) => ({ term: `Ausgelassen: ${name}`, value: <span lang="en">{message}</span> })),
    { term: 'Sperrliste', value: STOPS[status] },
    ...(problem === null ? [] : [{ term: 'Grund', value: <span lang="en">{problem}</span> }]),
  ];
  return (
    <Section title="Verzeichnis">
      <DefinitionList dense items={items} />
    </Section>
  );
}
