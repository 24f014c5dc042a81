import { useEffect } from 'react';
import { ErrorCard, Logo, NemusTheme, Page, Stack } from '@nemus/ui';
import { ConfigError } from '@nemus/host/config/config';

/** The portal cannot start. Says so in German; the problems below are for the operator. */
export function StartFailure({ error }: { error: unknown }) {
  // The page came from the worker, or from the browser's own cache.
  return navigator.onLine ? <BrokenStart error={error} /> : <OfflineStart />;
}

/** (S-2.20) Data is not stored on the device (decision record 0021): without a connection there is nothing to show. */
function OfflineStart() {
  useEffect(() => {
    const again = () => window.location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <NemusTheme>
      <main>
        <Page title="Keine Verbindung" width="narrow" above={<Logo size={30} />}>
          <ErrorCard
            title="Sie sind offline"
            message="Ihre Daten werden erst mit einer Verbindung gelesen. Das Portal öffnet sich von selbst, sobald Ihr Gerät wieder online ist."
            onRetry={() => window.location.reload()}
          />
        </Page>
      </main>
    </NemusTheme>
  );
}

function BrokenStart({ error }: { error: unknown }) {
  const isConfiguration = error instanceof ConfigError;
  const problems = isConfiguration ? error.problems : [error instanceof Error ? error.message : String(error)];
  return (
    <NemusTheme>
      <main>
        <Page title="Das Portal kann nicht starten" width="narrow" above={<Logo size={30} />}>
          <ErrorCard
            title={
              isConfiguration ? 'Die Konfiguration fehlt oder ist fehlerhaft' : 'Beim Start ist ein Fehler aufgetreten'
            }
            message="Das liegt nicht an Ihnen. Bitte versuchen Sie es später noch einmal oder wenden Sie sich an den Betreiber des Portals."
            onRetry={() => window.location.reload()}
          />
          <details>
            <summary>Angaben für den Betrieb</summary>
            <Stack as="ul" gap={0.5} lang="en">
              {problems.map((problem) => (
                <li key={problem}>
                  <code>{problem}</code>
                </li>
              ))}
            </Stack>
          </details>
        </Page>
      </main>
    </NemusTheme>
  );
}
