import { AuthCard, ButtonLink, FullPageSpinner } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { LegalLinks } from '../../frame/LegalLinks';
import { useSessionState } from '../../portal/portal-context';
import { PATHS } from '../../routing/paths';
import { NewPasswordForm } from './NewPasswordForm';

/** Sets a new password when a recovery link or a session is there; otherwise says that the link is of no use. */
export function ResetPasswordPage() {
  const { status, user, unreachable } = useSessionState();
  if (status === 'loading' && !unreachable) return <FullPageSpinner />;
  if (status === 'signed-in') {
    return (
      <AuthCard title="Neues Passwort" intro={`Für das Konto ${user?.email ?? ''}`} footer={<LegalLinks />}>
        <NewPasswordForm email={user?.email ?? ''} />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Ungültiger Link"
      intro="Dieser Link ist ungültig oder abgelaufen. Bitte fordern Sie einen neuen Link zum Zurücksetzen Ihres Passworts an."
      footer={<LegalLinks />}
    >
      <ButtonLink component={Link} to={PATHS.auth} variant="primary" icon="arrow-left">
        Zurück zur Anmeldung
      </ButtonLink>
    </AuthCard>
  );
}
