import { useEffect } from 'react';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorCard,
  NotFound,
  Page,
  ProfileMissing,
  Row,
  useSingleRun,
} from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { usePortal, useSessionState } from '../portal/portal-context';
import { useRegistryRefresh } from '../portal/useRegistryRefresh';
import { PATHS } from '../routing/paths';

/** A redirect to the not-found page passes the missing address on. */
const attemptSchema = z.object({ attempted: z.string() });

/** The not-found page at `/404`; the attempted path is logged. */
export function NotFoundPage() {
  const { navigation, telemetry } = usePortal();
  const { pathname, state } = useLocation();
  const parsed = attemptSchema.safeParse(state);
  const attempted = parsed.success ? parsed.data.attempted : pathname;
  useEffect(() => telemetry.report({ name: 'not-found', message: attempted }), [telemetry, attempted]);
  return <NotFound onHome={() => navigation.port.push(PATHS.start)} />;
}

/** The account type is unknown, so its areas cannot be determined. */
export function ProfileMissingPage() {
  const { session } = usePortal();
  const { profileStatus } = useSessionState();
  return <ProfileMissing onReload={() => void session.reloadProfile()} reloading={profileStatus === 'loading'} />;
}

/** The account is blocked: nothing can be opened or changed here. */
export function AccountBlockedPage() {
  const { config, leave } = usePortal();
  const { user } = useSessionState();
  const signOut = useSingleRun(leave);
  return (
    <Page title="Ihr Konto ist gesperrt" width="narrow">
      <EmptyState
        icon="lock"
        title="Sie können das Portal mit diesem Konto gerade nicht benutzen"
        action={
          <Row gap={1} justify="center">
            <ButtonLink variant="primary" icon="mail" href={`mailto:${config.supportEmail}`}>
              E-Mail an den Support
            </ButtonLink>
            <Button icon="sign-out" loading={signOut.running} onClick={() => void signOut.start()}>
              Abmelden
            </Button>
          </Row>
        }
      >
        Was Sie gebucht und erreicht haben, bleibt gespeichert. Wenn Sie Fragen dazu haben, schreiben Sie an{' '}
        {config.supportEmail}
        {user?.email ? ` und nennen Sie die Adresse Ihres Kontos: ${user.email}` : ''}. Ist die Sperre aufgehoben,
        melden Sie sich neu an.
      </EmptyState>
    </Page>
  );
}

/** Neither the store nor this browser has a registry. */
export function RegistryMissingPage() {
  const { refreshing, refresh } = useRegistryRefresh();
  return (
    <Page title="Die Bereiche sind gerade nicht erreichbar" width="narrow">
      <ErrorCard
        title="Das Portal ist gerade nur eingeschränkt erreichbar"
        message="Ihre Anmeldung bleibt bestehen. Bitte versuchen Sie es in Kürze noch einmal."
        onRetry={() => void refresh()}
        retrying={refreshing}
      />
    </Page>
  );
}

/** The stored session must be renewed, and the service does not answer. */
export function ServiceUnreachablePage() {
  return (
    <Page title="Der Server ist gerade nicht erreichbar" width="narrow">
      <ErrorCard
        title="Ihre Anmeldung konnte nicht geprüft werden"
        message="Sobald die Verbindung wieder da ist, geht es automatisch weiter."
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}

/** No area offers a dashboard for this account. */
export function NoHomePage() {
  const { refreshing, refresh } = useRegistryRefresh();
  return (
    <Page title="Willkommen bei Nemus">
      <EmptyState
        icon="dashboard"
        title="Für Ihr Konto gibt es hier gerade kein Dashboard"
        action={
          <Button icon="refresh" loading={refreshing} onClick={() => void refresh()}>
            Erneut prüfen
          </Button>
        }
      >
        Die übrigen Bereiche erreichen Sie über die Navigation.
      </EmptyState>
    </Page>
  );
}
