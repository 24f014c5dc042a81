import { useState } from 'react';
import type { AreaHistory, Finding, HistorySpan, ReleaseHistory } from '@nemus/data';
import { EmptyState, formatDate, formatNumber, formatTime, Select, Stack, Text } from '@nemus/ui';
import { BarChart, DataTable, type Column } from '@nemus/ui/data';
import { problemsPerStep } from './area-history';

const KINDS: Readonly<Record<Finding['kind'], string>> = {
  failure: 'Störung',
  error: 'Fehler',
  report: 'Meldung',
};

/** How a failure was handled, by the loader's word for it. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  retry: 'wurde erneut versucht',
  'next-release': 'andere Version genommen',
  stop: 'Karte gezeigt',
};

interface FindingRow extends Finding {
  readonly release: string;
}

/** How a failure was handled, and where in our scripts it was thrown. */
function FailureDetail({ detail }: { detail: string }) {
  const [next = '', ...trace] = detail.split(' ');
  return (
    <>
      {NEXT_STEPS[next] ?? next} {trace.length === 0 ? null : <code>{trace.join(' ')}</code>}
    </>
  );
}

const COLUMNS: readonly Column<FindingRow>[] = [
  {
    key: 'what',
    header: 'Was',
    cell: ({ kind, name, detail }) => (
      <Stack gap={0}>
        <span>
          {KINDS[kind]}: <code>{name}</code>
        </span>
        {detail === '' ? null : (
          <Text variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
            {kind === 'failure' ? <FailureDetail detail={detail} /> : <code>{detail}</code>}
          </Text>
        )}
      </Stack>
    ),
  },
  { key: 'release', header: 'Bereich', cell: ({ release }) => release },
  { key: 'times', header: 'Anzahl', align: 'end', cell: ({ times }) => formatNumber(times, 0) },
];

const keyOf = ({ remote, version }: ReleaseHistory) => (version === null ? remote : `${remote} ${version}`);

/** When and how things failed, over all areas or in one version. */
export function HistoryDetails({ history: { releases, steps }, span }: { history: AreaHistory; span: HistorySpan }) {
  const [choice, setChoice] = useState('');
  const chosen = releases.filter((release) => choice === '' || keyOf(release) === choice);
  // A version that is only in the other span leaves nothing selected.
  const shown = chosen.length === 0 ? releases : chosen;
  const trouble = problemsPerStep(shown, steps);
  const findings = shown
    .flatMap((release) => release.findings.map((finding) => ({ ...finding, release: keyOf(release) })))
    .toSorted((a, b) => b.times - a.times)
    .slice(0, 20);
  return (
    <Stack gap={4}>
      <Select
        label="Bereich und Version"
        placeholder="Alle"
        options={releases.map(keyOf).map((key) => ({ value: key, label: key }))}
        value={chosen.length === 0 ? '' : choice}
        onChange={({ target }) => setChoice(target.value)}
      />
      <Stack gap={1}>
        <Text variant="label">{TITLES[span]}</Text>
        <BarChart
          title={TITLES[span]}
          points={steps.map((at, index) => ({ label: labelOf(at, span), value: trouble[index] ?? 0 }))}
          format={(value) => formatNumber(value, 0)}
          formatAxis={(value) => formatNumber(value, 0)}
        />
      </Stack>
      <Stack gap={1}>
        <Text variant="label">Häufigste Meldungen</Text>
        <DataTable
          caption="Häufigste Meldungen"
          columns={COLUMNS}
          rows={findings}
          rowKey={({ release, kind, name, detail }) => [release, kind, name, detail].join(' ')}
          empty={
            <EmptyState icon="check-circle" title="Nichts gemeldet">
              In dieser Zeitspanne lief alles ohne Störung und ohne Fehler.
            </EmptyState>
          }
        />
      </Stack>
    </Stack>
  );
}

const TITLES: Readonly<Record<HistorySpan, string>> = {
  day: 'Störungen und Fehler je Stunde',
  fortnight: 'Störungen und Fehler je Tag',
};

function labelOf(at: string, span: HistorySpan): string {
  // The year only changes during a fortnight.
  return span === 'day' ? formatTime(at) : formatDate(at).slice(0, 6);
}
