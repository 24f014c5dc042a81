import { AuthCard } from '@nemus/ui';
import { LegalLinks } from '../../frame/LegalLinks';
import { useSessionState } from '../../portal/portal-context';
import { FactorSteps } from './FactorSteps';

/**
 * The step between password and portal for accounts with a second factor. Before it, nothing about the account is
 * requested.
 */
export default function FactorPage() {
  const { user } = useSessionState();
  return (
    <AuthCard title="Zweiter Faktor" intro={`Für das Konto ${user?.email ?? ''}`} footer={<LegalLinks />}>
      <FactorSteps />
    </AuthCard>
  );
}
