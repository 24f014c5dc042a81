import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { releaseFiguresQuery, type ReleaseFigures } from '@nemus/data';
import {
  Button,
  Chip,
  formatDateTime,
  formatNumber,
  formatPercent,
  MISSING,
  Section,
  Skeleton,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { compositionQuery, releasesInUse, type Registry, type ReleaseInUse } from '../composition';
import { useReleases } from '../useReleases';

interface ReleaseRow extends ReleaseInUse {
  /** Null without reports, or while there is no answer. */
  readonly figures: ReleaseFigures | null;
  readonly off: { readonly by: string; readonly since: string } | null;
}

const COLUMNS: readonly Column<ReleaseRow>[] = [
  {
    key: 'area',
    header: 'Bereich',
    cell: ({ area: { name, title, team } }) => (
      <Stack gap={0}>
        {title}
        <Text variant="caption" tone="muted">
          {team === name ? name : `${name}, Team ${team}`}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'version',
    header: 'Version',
    cell: ({ version, contract }) => (
      <Stack gap={0}>
        <code>{version}</code>
        <Text variant="caption" tone="muted">
          Vertrag {contract}
        </Text>
      </Stack>
    ),
  },
  { key: 'channel', header: 'Verteilung', cell: (row) => <Channel row={row} /> },
  { key: 'state', header: 'Stand', cell: (row) => <State row={row} /> },
  {
    key: 'before',
    header: 'Zuletzt gut',
    cell: ({ area: { lastGood }, isCanary }) => (isCanary ? MISSING : <code>{lastGood[0]?.version ?? MISSING}</code>),
  },
  { key: 'all', header: 'Alle Konten', align: 'end', cell: ({ figures }) => <Figures figures={figures} /> },
];

/** Every release that accounts get: who gets it, and what all browsers reported on it. */
export function ReleaseSection() {
  const releases = useReleases();
  const composition = useQuery(compositionQuery(releases));
  const figures = useQuery(releaseFiguresQuery(useDataClient(), releases.environment));
  const reload = () => void Promise.all([composition.refetch(), figures.refetch()]);
  return (
    <Section
      title="Veröffentlichungen"
      description="Nach dem Verzeichnis; „Alle Konten“ sind die Meldungen zu dieser Version."
      actions={
        <Button icon="refresh" loading={composition.isFetching} onClick={reload}>
          Aktualisieren
        </Button>
      }
    >
      <QueryPart query={composition} title="Das Verzeichnis" loading={<Skeleton width="100%" height={240} />}>
        {({ registry }) => (
          <Stack gap={2}>
            <DataTable
              caption="Liste der Veröffentlichungen"
              columns={COLUMNS}
              rows={rowsOf(registry, figures.data ?? [])}
              rowKey={({ area, version }) => `${area.name} ${version}`}
              empty={<Text tone="muted">Das Verzeichnis nennt keinen Bereich.</Text>}
            />
            <Text variant="caption" tone="muted">
              Umgebung {releases.environment}, Revision {registry.revision}, ausgestellt{' '}
              {formatDateTime(registry.issuedAt)} Uhr, gültig bis {formatDateTime(registry.expiresAt)} Uhr.
              {figures.isError ? ' Die Meldungen aller Konten waren nicht zu bekommen.' : ''}
            </Text>
          </Stack>
        )}
      </QueryPart>
    </Section>
  );
}

function rowsOf(registry: Registry, figures: readonly ReleaseFigures[]): ReleaseRow[] {
  return releasesInUse(registry).map((release) => ({
    ...release,
    figures: figures.find((row) => row.remote === release.area.name && row.version === release.version) ?? null,
    off: registry.switches?.[release.area.name] ?? null,
  }));
}

function Channel({ row: { area, isCanary } }: { row: ReleaseRow }) {
  if (isCanary && area.canary) {
    const { percent, cohorts } = area.canary;
    return (
      <Stack gap={0} align="start">
        <Chip tone="primary">{`Canary, ${formatPercent(percent, 0)}`}</Chip>
        {cohorts.length > 0 ? <Text variant="caption">{`und alle Konten in ${cohorts.join(', ')}`}</Text> : null}
      </Stack>
    );
  }
  const halted = area.canaryHalted;
  return (
    <Stack gap={0} align="start">
      <Chip>Freigabe</Chip>
      {halted ? (
        <Text variant="caption" tone="warning" sx={{ overflowWrap: 'anywhere' }}>
          {`Canary ${halted.version} angehalten am ${formatDateTime(halted.at)} Uhr: ${halted.reason}`}
        </Text>
      ) : null}
    </Stack>
  );
}

function State({ row: { area, off } }: { row: ReleaseRow }) {
  if (area.enabled) return <StatusChip tone="success">Offen</StatusChip>;
  return (
    <Stack gap={0.5} align="start">
      <StatusChip tone="warning">Abgeschaltet</StatusChip>
      <Text variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
        {[area.disabledReason, off ? `${off.by}, ${formatDateTime(off.since)} Uhr` : null].filter(Boolean).join(' – ')}
      </Text>
    </Stack>
  );
}

function Figures({ figures }: { figures: ReleaseFigures | null }) {
  if (!figures) return <>{MISSING}</>;
  const { accounts, failed_accounts: failed, load_ms: load } = figures;
  return (
    <Stack gap={0}>
      {`${formatNumber(accounts, 0)}, gestört ${formatPercent((failed / accounts) * 100, 1)}`}
      <Text variant="caption" tone="muted">
        {`Laden ${load === null ? MISSING : `${formatNumber(load, 0)}\u00a0ms`}`}
      </Text>
    </Stack>
  );
}
