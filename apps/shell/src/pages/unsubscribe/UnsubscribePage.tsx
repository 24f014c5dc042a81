import { newsLabel } from '@nemus/data';
import { Alert, Button, ErrorCard, Link, Page, Row, SkeletonCard, Stack, Surface, Text } from '@nemus/ui';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { useUnsubscribing } from './useUnsubscribing';

const TOKEN = /^[0-9a-f]{64}$/;

/** Token of the link that led here; null without one. The functions that mail links name it as well. */
function readToken(search: string): string | null {
  const token = new URLSearchParams(search).get('link') ?? '';
  return TOKEN.test(token) ? token : null;
}

/** `/abbestellen?link=<token>`: turns off mails of one kind, or all that can be. Opening the page does nothing. */
export default function UnsubscribePage() {
  const token = readToken(useLocation().search);
  return (
    <Page
      title="E-Mails abbestellen"
      width="narrow"
      intro="Sie müssen dafür nicht angemeldet sein. Das Öffnen dieser Seite ändert nichts."
    >
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <UnsubscribingOf key={token} token={token} />
    </Page>
  );
}

const SETTINGS = '/account/notifications/settings';

function UnsubscribingOf({ token }: { token: string | null }) {
  const { state, sending, failed, start, retry } = useUnsubscribing(token);
  switch (state.status) {
    case 'loading':
      return <SkeletonCard lines={4} />;
    case 'failed':
      return (
        <ErrorCard
          title="Die Seite kann gerade nicht angezeigt werden"
          message="Der Server ist gerade nicht erreichbar. Der Link gilt weiter; bitte versuchen Sie es in Kürze noch einmal."
          onRetry={retry}
        />
      );
    case 'done':
      return (
        <Surface padding="large">
          <Stack gap={1}>
            <Text role="status" as="h2" variant="subheading">
              {state.all ? 'Alle E-Mails sind abbestellt, bei denen das möglich ist' : 'Abbestellt'}
            </Text>
            <Text>
              {state.all
                ? 'E-Mails, die Ihr Geld oder die Sicherheit Ihres Kontos betreffen, erhalten Sie weiterhin.'
                : `E-Mails „${newsLabel(state.kind)}“ schicken wir Ihnen nicht mehr.`}
            </Text>
            <SettingsHint />
          </Stack>
        </Surface>
      );
    case 'over':
      return (
        <Surface padding="large">
          <Stack gap={1}>
            <Text as="h2" variant="subheading">
              Dieser Link führt nicht mehr weiter
            </Text>
            <Text>Er ist abgelaufen oder unvollständig.</Text>
            <SettingsHint />
          </Stack>
        </Surface>
      );
    case 'found':
      return (
        <Surface padding="large">
          <Stack gap={2}>
            <Text as="h2" variant="subheading">
              {newsLabel(state.kind)}
            </Text>
            <Text>
              {state.wanted
                ? 'Möchten Sie zu diesem Thema keine E-Mails mehr? Im Portal steht die Benachrichtigung weiterhin.'
                : 'Zu diesem Thema schicken wir Ihnen keine E-Mails.'}
            </Text>
            {failed ? (
              <Alert tone="error">Das hat nicht geklappt. Bitte versuchen Sie es in Kürze noch einmal.</Alert>
            ) : null}
            <Row gap={1.5}>
              {state.wanted ? (
                <Button variant="primary" loading={sending === 'one'} onClick={() => void start('one')}>
                  Diese E-Mails abbestellen
                </Button>
              ) : null}
              <Button loading={sending === 'all'} onClick={() => void start('all')}>
                Alle abbestellen, bei denen das möglich ist
              </Button>
            </Row>
            <SettingsHint />
          </Stack>
        </Surface>
      );
  }
}

function SettingsHint() {
  return (
    <Text variant="small" tone="muted">
      Angemeldet wählen Sie für jede Benachrichtigung den Weg:{' '}
      <Link component={RouterLink} to={SETTINGS}>
        Benachrichtigungen einstellen
      </Link>
    </Text>
  );
}
