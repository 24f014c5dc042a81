import type { InstitutionSettings } from '@nemus/data';
import { Alert, ButtonLink, Card, Stack, Switch, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { LoginAlertsForm } from './LoginAlertsForm';

/** How the account is protected. The sign-in service at hand knows no second factor. */
export function SecurityPart({ settings }: { settings: InstitutionSettings }) {
  return (
    <Stack gap={2.5}>
      <Card title="Sicherheit" level={2} as="div">
        <Switch
          label="Zwei-Faktor-Authentifizierung"
          hint="Nicht verfügbar: Der Anmeldedienst dieses Systems kennt noch keinen zweiten Faktor."
          checked={settings.two_factor_enabled}
          readOnly
          disabled
        />
      </Card>
      <LoginAlertsForm settings={settings} />
      <Card
        title="Passwort"
        level={2}
        as="div"
        footer={
          <ButtonLink component={Link} to={paths.newPassword} icon="lock">
            Passwort ändern
          </ButtonLink>
        }
      >
        <Text variant="small" tone="muted">
          Ein gutes Passwort ist lang und wird nur hier verwendet.
        </Text>
      </Card>
      <Alert tone="info">
        Ihre Sitzung gilt nur in diesem Browser. Melden Sie sich auf gemeinsam genutzten Geräten immer ab.
      </Alert>
    </Stack>
  );
}
