import type { InstitutionSettings } from '@nemus/data';
import { Alert, ButtonLink, Card, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { LoginAlertsForm } from './LoginAlertsForm';
import { RequiredFactorForm } from './RequiredFactorForm';

/** Protection of the account, and the institution's requirements for its members. */
export function SecurityPart({ settings }: { settings: InstitutionSettings }) {
  return (
    <Stack gap={2.5}>
      <RequiredFactorForm settings={settings} />
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
