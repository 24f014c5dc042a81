import { AuthCard, FullPageSpinner } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { LegalLinks } from '../../frame/LegalLinks';
import { useSessionState } from '../../portal/portal-context';
import { InvalidLink } from '../InvalidLink';
import { isProven } from '../mail-link/after-link';
import { ServiceDown } from '../ServiceDown';
import { NewPasswordForm } from './NewPasswordForm';

/** Sets a new password after a recovery link or with a session; otherwise says that the link is unusable. */
export default function ResetPasswordPage() {
  const { status, user, unreachable, recovery } = useSessionState();
  const { state } = useLocation();
  if (status === 'loading') return unreachable ? <ServiceDown /> : <FullPageSpinner />;
  if (!user) {
    return (
      <InvalidLink intro="Dieser Link ist ungültig oder abgelaufen. Bitte fordern Sie einen neuen Link zum Zurücksetzen Ihres Passworts an." />
    );
  }
  return (
    <AuthCard title="Neues Passwort" intro={`Für das Konto ${user.email}`} footer={<LegalLinks />}>
      <NewPasswordForm key={user.id} email={user.email} asksCurrent={!recovery && !isProven(state, user.id)} />
    </AuthCard>
  );
}
