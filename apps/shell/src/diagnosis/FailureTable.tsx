import { FAILURE_KINDS } from '@nemus/contract';
import { EmptyState, formatTime, MISSING, Stack, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { z } from 'zod';
import { usePortal } from '../portal/portal-context';
import type { TelemetryEntry } from '@nemus/host/ports/telemetry-entry';

/** How a failure was handled, by the loader's word for it. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  retry: 'wurde erneut versucht',
  'next-release': 'andere Version genommen',
  stop: 'Karte gezeigt',
};

const dataSchema = z.object({ kind: z.enum(FAILURE_KINDS), supportId: z.string(), next: z.string() });

interface FailureRow {
  readonly at: string;
  readonly remote: string;
  readonly version: string | null;
  readonly kind: string;
  readonly supportId: string;
  readonly next: string;
  readonly message: string;
}

const COLUMNS: readonly Column<FailureRow>[] = [
  {
    key: 'what',
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
  { key: 'at', header: 'Zeit', cell: ({ at }) => formatTime(at) },
  {
    key: 'kind',
    header: 'Art',
    cell: ({ kind, next }) => (
      <Stack gap={0}>
        <code>{kind}</code>
        <Text variant="caption" tone="muted">
          {NEXT_STEPS[next] ?? next}
        </Text>
      </Stack>
    ),
  },
  { key: 'id', header: 'Kennung', cell: ({ supportId }) => <code>{supportId}</code> },
  {
    key: 'message',
    header: 'Meldung',
    cell: ({ message }) => (
      <Text as="span" variant="caption" lang="en" sx={{ overflowWrap: 'anywhere' }}>
        {message}
      </Text>
    ),
  },
];

/** Failures in this page since it was loaded, newest first, including those that the user did not notice. */
export function FailureTable() {
  const { telemetry } = usePortal();
  return (
    <DataTable
      caption="Liste der Störungen"
      columns={COLUMNS}
      rows={telemetry.entries().flatMap(failureRow).toReversed()}
      rowKey={({ supportId }) => supportId}
      empty={
        <EmptyState icon="check-circle" title="Keine Störungen">
          Seit diese Seite geladen wurde, ist jeder Bereich ohne Störung gestartet.
        </EmptyState>
      }
    />
  );
}

function failureRow({ name, at, remote, version, message = '', data }: TelemetryEntry): FailureRow[] {
  const parsed = dataSchema.safeParse(data);
  if (name !== 'area-failure' || !parsed.success) return [];
  return [{ at, remote, version, message, ...parsed.data }];
}
