import { LinkExpired, LinkPage, LinkUnreachable, readLinkToken } from '@nemus/area/public';
import { newsLabel } from '@nemus/data';
import { Alert, Button, Link, Row, SkeletonCard, Stack, Surface, Text } from '@nemus/ui';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { useUnsubscribing } from './useUnsubscribing';

/** `/abbestellen?link=<token>`: turns off mails of one kind, or all optional ones. Opening the page has no effect. */
export default function UnsubscribePage() {
  const token = readLinkToken(useLocation().search);
  return (
    <LinkPage title="E-Mails abbestellen" intro="Das Öffnen dieser Seite ändert nichts.">
      <UnsubscribingOf key={token} token={token} />
    </LinkPage>
  );
}

const SETTINGS = '/account/notifications/settings';

function UnsubscribingOf({ token }: { token: string | null }) {
  const { state, sending, failed, start, retry } = useUnsubscribing(token);
  switch (state.status) {
    case 'loading':
      return <SkeletonCard lines={4} />;
    case 'failed':
      return <LinkUnreachable title="Die Seite kann gerade nicht angezeigt werden" onRetry={retry} />;
    case 'done':
      return (
        <Surface padding="large">
          <Stack gap={1}>
            <div role="status">
              <Text as="h2" variant="subheading">
                {state.all ? 'Alle E-Mails sind abbestellt, bei denen das möglich ist' : 'Abbestellt'}
              </Text>
            </div>
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
        <LinkExpired>
          <Text>Er ist abgelaufen oder unvollständig.</Text>
          <SettingsHint />
        </LinkExpired>
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
