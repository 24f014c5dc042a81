import { useSyncExternalStore } from 'react';
import { Alert, formatDateTime } from '@nemus/ui';

/** When the shown week was read, while it cannot be read again: from memory, or from this device. */
export function OfflineNotice({ readAt, failed }: { readAt: number; failed: boolean }) {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine);
  if (readAt === 0 || (isOnline && !failed)) return null;
  return (
    <Alert tone="info" title={`Ohne Verbindung – Stand vom ${formatDateTime(readAt)} Uhr`}>
      Einträge können Sie weiter schreiben. Sie bleiben auf diesem Gerät, bis die Verbindung wieder da ist.
    </Alert>
  );
}

function follow(onChange: () => void) {
  for (const change of ['online', 'offline']) window.addEventListener(change, onChange);
  return () => {
    for (const change of ['online', 'offline']) window.removeEventListener(change, onChange);
  };
}
