import { useEffect, useState } from 'react';
import { ButtonLink, ErrorCard, Logo, NemusTheme, Page, Stack } from '@nemus/ui';
import { ConfigError, UnreachableError } from '@nemus/host/config/config';
import { isAnswering } from '@nemus/host/config/is-answering';
import { RECONNECT_MS } from '@nemus/start/limits';
import { useOnline } from '../frame/useOnline';
import { offlinePages } from '../platform/start-from-device';

/** The portal cannot start. Says so in German; the problems below are for the operator. */
export function StartFailure({ error }: { error: unknown }) {
  const isOnline = useOnline();
  // The page came from the worker, or from the browser's own cache.
  if (!isOnline || error instanceof UnreachableError) return <NoConnection isOnline={isOnline} />;
  return <BrokenStart error={error} />;
}

/** (S-2.20) Without a connection there is nothing to show, unless a page's reads are on the device (decision record 0021). */
function NoConnection({ isOnline }: { isOnline: boolean }) {
  useReconnection();
  const [page] = useOfflinePages();
  return (
    <NemusTheme>
      <main>
        <Page title="Keine Verbindung" width="narrow" above={<Logo size={30} />}>
          <ErrorCard
            title={isOnline ? 'Der Server ist gerade nicht erreichbar' : 'Sie sind offline'}
            message={`Ihre Daten werden erst mit einer Verbindung gelesen. Das Portal öffnet sich von selbst, sobald ${
              isOnline ? 'der Server wieder antwortet' : 'Ihr Gerät wieder online ist'
            }.`}
            onRetry={() => window.location.reload()}
          />
          {page === undefined ? null : <ButtonLink href={page}>Zuletzt gelesene Seite öffnen</ButtonLink>}
        </Page>
      </main>
    </NemusTheme>
  );
}

/** Pages that open without a connection, except this one. */
function useOfflinePages(): readonly string[] {
  const [pages, setPages] = useState<readonly string[]>([]);
  useEffect(() => {
    void offlinePages().then((found) => setPages(found.filter((path) => path !== window.location.pathname)));
  }, []);
  return pages;
}

/** Opens the portal as soon as its server answers. */
function useReconnection() {
  useEffect(() => {
    const { first, last } = RECONNECT_MS;
    let wait: number = first;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async () => {
      clearTimeout(timer);
      const isThere = await isAnswering();
      if (isOver) return;
      if (isThere) {
        window.location.reload();
        return;
      }
      // Two looks may end at once: one goes on.
      clearTimeout(timer);
      timer = setTimeout(() => void look(), wait);
      wait = Math.min(wait * 2, last);
    };
    const lookNow = () => {
      wait = first;
      void look();
    };
    timer = setTimeout(() => void look(), first);
    window.addEventListener('online', lookNow);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', lookNow);
    };
  }, []);
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
