import type { ReleaseAlarm } from '@nemus/data';
import { Alert, formatDateTime, formatNumber, Stack } from '@nemus/ui';

/** Stable releases of the last 14 days with more failures than their bound, and whether their team was notified. */
export function AlarmList({ alarms }: { alarms: readonly ReleaseAlarm[] }) {
  if (alarms.length === 0) return null;
  return (
    <Stack gap={2}>
      {alarms.map(({ remote, version, opened_at: since, accounts, failed_accounts: failed, sent_at: sent }) => (
        <Alert key={`${remote} ${version}`} tone="warning" title={`Über der Grenze: ${remote} ${version}`}>
          {`Bemerkt am ${formatDateTime(since)} Uhr: gestört bei ${formatNumber(failed, 0)} von ${formatNumber(accounts, 0)} Konten. `}
          {sent === null
            ? 'Die Nachricht an das Team ist noch nicht verschickt.'
            : `Nachricht an das Team: ${formatDateTime(sent)} Uhr.`}
        </Alert>
      ))}
    </Stack>
  );
}
