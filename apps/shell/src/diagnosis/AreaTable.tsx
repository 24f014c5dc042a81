import { useState, useSyncExternalStore } from 'react';
import type { AreaSource } from '@nemus/loader';
import type { SwitchedOff } from '@nemus/registry';
import { Chip, formatDateTime, formatNumber, MISSING, Stack, StatusChip, Text, type Tone } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { useStore } from 'zustand';
import { usePortal, useRegistryState, useSessionState } from '../portal/portal-context';
import { missingText } from '@nemus/host/registry/missing-text';
import { areaRows, type AreaRow } from './area-rows';
import { contractText } from './contract-text';

const SOURCES: Readonly<Record<AreaSource, { label: string; tone: Tone }>> = {
  stable: { label: 'Freigabe', tone: 'neutral' },
  canary: { label: 'Canary', tone: 'primary' },
  'last-good': { label: 'Letzte gute', tone: 'warning' },
  override: { label: 'Umleitung', tone: 'warning' },
};

const PHASES: Readonly<Record<AreaRow['phase'], { label: string; tone: Tone }>> = {
  unopened: { label: 'Noch nicht geöffnet', tone: 'neutral' },
  disabled: { label: 'Abgeschaltet', tone: 'warning' },
  resolving: { label: 'Wird geladen', tone: 'primary' },
  verifying: { label: 'Wird geladen', tone: 'primary' },
  loading: { label: 'Wird geladen', tone: 'primary' },
  mounting: { label: 'Wird geladen', tone: 'primary' },
  ready: { label: 'Geöffnet', tone: 'success' },
  failed: { label: 'Gestört', tone: 'error' },
  closed: { label: 'Geschlossen', tone: 'neutral' },
};

const COLUMNS: readonly Column<AreaRow>[] = [
  {
    key: 'area',
    header: 'Bereich',
    cell: ({ name, title, team }) => (
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
    cell: ({ version, contract, missing }) => (
      <Stack gap={0}>
        <code>{version ?? MISSING}</code>
        {contract === null ? null : <ContractNote range={contract} />}
        {missing === null ? null : <MissingNote missing={missing} />}
      </Stack>
    ),
  },
  {
    key: 'source',
    header: 'Quelle',
    cell: ({ source }) => (source ? <Chip tone={SOURCES[source].tone}>{SOURCES[source].label}</Chip> : MISSING),
  },
  {
    key: 'phase',
    header: 'Stand',
    cell: ({ phase, off }) => (
      <Stack gap={0.5} align="start">
        <StatusChip tone={PHASES[phase].tone}>{PHASES[phase].label}</StatusChip>
        {off ? <Off off={off} shown={phase !== 'disabled'} /> : null}
      </Stack>
    ),
  },
  { key: 'load', header: 'Laden', align: 'end', cell: ({ loadMs }) => milliseconds(loadMs) },
  { key: 'mount', header: 'Starten', align: 'end', cell: ({ mountMs }) => milliseconds(mountMs) },
];

/** Every area of the registry, as in this browser. */
export function AreaTable() {
  const { loader, overrides, stops } = usePortal();
  // Renders again when the override changes.
  useStore(overrides.store);
  const { document } = useRegistryState();
  const { user, profile } = useSessionState();
  const { list } = useStore(stops.store);
  const statuses = useSyncExternalStore(loader.subscribe, loader.getSnapshot);
  if (!document) return null;
  const account = { userId: user?.id ?? null, cohorts: profile ? [profile.userType] : [] };
  return (
    <DataTable
      caption="Liste der Bereiche"
      columns={COLUMNS}
      rows={areaRows(document, statuses, account, (name) => overrides.of(name) !== null, list)}
      rowKey={({ name }) => name}
    />
  );
}

/** Who closed the area for all accounts, why and since when. `shown`: it is still open in this browser. */
function Off({ off: { kind, reason, by, since }, shown }: { off: SwitchedOff; shown: boolean }) {
  const who = by ?? (kind === 'stopped' ? 'Betrieb' : 'unbekannt, wer');
  return (
    <Text variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
      {shown ? 'Für alle anderen abgeschaltet: ' : ''}
      {reason ?? 'kein Grund, der gezeigt werden kann'} ({who}
      {since === null ? '' : `, ${formatDateTime(since)} Uhr`}
      {kind === 'stopped' ? '' : ', nicht unterschrieben'})
    </Text>
  );
}

/** What the team must do about the contract of the version; usually nothing. */
function ContractNote({ range }: { range: string }) {
  const [now] = useState(() => new Date());
  const text = contractText(range, now);
  if (text === null) return null;
  return (
    <Text variant="caption" tone="warning" sx={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

/** The refused version may differ from the shown one: the previous one replaces it. */
function MissingNote({ missing: { version, names } }: { missing: NonNullable<AreaRow['missing']> }) {
  return (
    <Text variant="caption" tone="warning" sx={{ overflowWrap: 'anywhere' }}>
      {version} wurde nicht geöffnet. {missingText(names)}
    </Text>
  );
}

function milliseconds(value: number | null): string {
  return value === null ? MISSING : `${formatNumber(value, 0)}\u00a0ms`;
}
