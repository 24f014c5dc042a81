import type { ReleaseHistory } from '@nemus/data';
import { formatNumber, formatPercent, MISSING, Stack, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { startTimeQuantile, totalsOf } from './area-history';

const COLUMNS: readonly Column<ReleaseHistory>[] = [
  {
    key: 'release',
    header: 'Bereich',
    cell: ({ remote, version }) => (
      <Stack gap={0}>
        {remote}
        <Text variant="caption" tone="muted">
          <code>{version ?? MISSING}</code>
        </Text>
      </Stack>
    ),
  },
  { key: 'starts', header: 'Starts', align: 'end', cell: (release) => formatNumber(totalsOf(release).starts, 0) },
  { key: 'half', header: 'Startzeit, Median', align: 'end', cell: ({ times }) => within(times, 0.5) },
  { key: 'most', header: 'Startzeit, 95\u00a0%', align: 'end', cell: ({ times }) => within(times, 0.95) },
  { key: 'slow', header: 'Langsam', align: 'end', cell: slowShare },
  {
    key: 'failures',
    header: 'Störungen',
    align: 'end',
    cell: (release) => formatNumber(totalsOf(release).failures, 0),
  },
  { key: 'errors', header: 'Fehler', align: 'end', cell: (release) => formatNumber(totalsOf(release).errors, 0) },
];

/** Every area and version with reports. */
export function HistoryTable({ releases }: { releases: readonly ReleaseHistory[] }) {
  return (
    <Stack gap={2}>
      <DataTable
        caption="Verlauf nach Bereich und Version"
        columns={COLUMNS}
        rows={releases}
        rowKey={({ remote, version }) => `${remote} ${version ?? ''}`}
      />
      <Text variant="caption" tone="muted">
        Startzeit: vom Aufruf bis zur Anzeige. Langsam: mehr als 4 Sekunden. Störungen: Der Bereich startete nicht, auch
        wenn ein weiterer Versuch gelang. Fehler: Der Bereich lief weiter.
      </Text>
    </Stack>
  );
}

function within(times: ReleaseHistory['times'], share: number): string {
  const end = startTimeQuantile(times, share);
  if (end === null) return MISSING;
  return end === Infinity ? 'über 8\u00a0s' : `bis ${formatNumber(end / 1000, 1)}\u00a0s`;
}

function slowShare(release: ReleaseHistory): string {
  const { starts, slow } = totalsOf(release);
  return starts === 0 ? MISSING : formatPercent((slow / starts) * 100, 1);
}
