import { AuthCard, ButtonLink } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { LegalLinks } from '../frame/LegalLinks';
import { PATHS } from '../routing/paths';

/** An invalid link, with links to continue. */
export function InvalidLink({
  intro = 'Dieser Link ist ungültig oder abgelaufen. Bitte fordern Sie einen neuen an.',
  label = 'Zurück zur Anmeldung',
  to = PATHS.auth,
}: {
  intro?: string;
  label?: string;
  to?: string;
}) {
  return (
    <AuthCard title="Ungültiger Link" intro={intro} footer={<LegalLinks />}>
      <ButtonLink component={Link} to={to} variant="primary">
        {label}
      </ButtonLink>
    </AuthCard>
  );
}
