import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { areaHistoryQuery, type AreaHistory, type HistorySpan } from '@nemus/data';
import { EmptyState, Section, Skeleton, Stack, Tabs, type TabItem } from '@nemus/ui';
import { useReleases } from '../useReleases';
import { AlarmList } from './AlarmList';
import { HistoryDetails } from './HistoryDetails';
import { HistoryTable } from './HistoryTable';

const SPANS: readonly TabItem<HistorySpan>[] = [
  { value: 'day', label: '24 Stunden' },
  { value: 'fortnight', label: '14 Tage' },
];

/** For operators: what all browsers reported on each area and version over time. */
export function HistorySection() {
  const [span, setSpan] = useState<HistorySpan>('day');
  return (
    <Section
      title="Verlauf"
      description="Meldungen aller Browser, ohne Bezug zu Konten. Jeder Browser kann sie senden: Sie sind Hinweise, keine Belege."
    >
      <Tabs label="Zeitspanne des Verlaufs" items={SPANS} value={span} onChange={setSpan}>
        <Reports span={span} />
      </Tabs>
    </Section>
  );
}

function Reports({ span }: { span: HistorySpan }) {
  const history = useQuery(areaHistoryQuery(useDataClient(), useReleases().environment, span));
  return (
    <QueryPart query={history} title="Der Verlauf" loading={<Skeleton width="100%" height={240} />}>
      {(found) => <Found history={found} span={span} />}
    </QueryPart>
  );
}

function Found({ history, span }: { history: AreaHistory; span: HistorySpan }) {
  return (
    <Stack gap={6}>
      <AlarmList alarms={history.alarms} />
      {history.releases.length === 0 ? (
        <EmptyState icon="info" title="Noch keine Meldungen">
          In dieser Zeitspanne hat kein Browser einen Bereich gemeldet. Browser melden nur, wenn in der Konfiguration
          des Portals die Adresse dafür steht (telemetryUrl).
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
