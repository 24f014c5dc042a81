import { useState } from 'react';
import { EmptyState, ErrorCard, Section, Skeleton, Stack, Tabs, type TabItem } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';
import type { AreaHistory, HistorySpan } from './area-history';
import { AlarmList } from './AlarmList';
import { HistoryDetails } from './HistoryDetails';
import { HistoryTable } from './HistoryTable';
import { useAreaHistory } from './useAreaHistory';

const SPANS: readonly TabItem<HistorySpan>[] = [
  { value: 'day', label: '24 Stunden' },
  { value: 'fortnight', label: '14 Tage' },
];

/** For operators: what all browsers reported on each area and version over time. */
export function HistorySection() {
  const { config } = usePortal();
  const [span, setSpan] = useState<HistorySpan>('day');
  return (
    <Section
      title="Verlauf"
      description="Meldungen aller Browser, ohne Bezug zu Konten. Jeder Browser kann sie senden: Sie sind Hinweise, keine Belege."
    >
      {config.telemetryUrl === undefined ? (
        <EmptyState icon="info" title="Der Empfang von Meldungen ist nicht eingerichtet">
          In der Konfiguration fehlt die Adresse, an die Browser melden (telemetryUrl).
        </EmptyState>
      ) : (
        <Tabs label="Zeitspanne des Verlaufs" items={SPANS} value={span} onChange={setSpan}>
          <Reports span={span} />
        </Tabs>
      )}
    </Section>
  );
}

function Reports({ span }: { span: HistorySpan }) {
  const { history, reload } = useAreaHistory(span);
  if (history === null) return <Skeleton width="100%" height={240} />;
  if (history === 'failed') {
    return (
      <ErrorCard
        title="Der Verlauf konnte nicht gelesen werden"
        message="Der Server antwortet gerade nicht. Bitte versuchen Sie es in Kürze noch einmal."
        onRetry={() => void reload()}
      />
    );
  }
  return <Found history={history} span={span} />;
}

function Found({ history, span }: { history: AreaHistory; span: HistorySpan }) {
  return (
    <Stack gap={6}>
      <AlarmList alarms={history.alarms} />
      {history.releases.length === 0 ? (
        <EmptyState icon="info" title="Noch keine Meldungen">
          In dieser Zeitspanne hat kein Browser einen Bereich gemeldet.
        </EmptyState>
      ) : (
        <>
          <HistoryTable releases={history.releases} />
          <HistoryDetails history={history} span={span} />
        </>
      )}
    </Stack>
  );
}
