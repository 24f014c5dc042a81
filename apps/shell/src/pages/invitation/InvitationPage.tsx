import { AuthCard, ButtonLink, ErrorCard, FullPageSpinner } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { LegalLinks } from '../../frame/LegalLinks';
import { useSessionState } from '../../portal/portal-context';
import { readInvitationToken } from '../../routing/invitation-address';
import { PATHS } from '../../routing/paths';
import { InvitationAnswer } from './InvitationAnswer';
import { InvitationRefused } from './InvitationRefused';
import { useInvitationPage } from './useInvitationPage';

/** `/einladung`: asks the signed-in account whether it accepts an invitation. Opening the page has no effect. */
export default function InvitationPage() {
  const token = readInvitationToken(useLocation().search);
  return <InvitationOf key={token} token={token} />;
}

function InvitationOf({ token }: { token: string | null }) {
  const { user } = useSessionState();
  const { answer, retry } = useInvitationPage(token);
  const email = user?.email ?? '';
  if (answer.status === 'loading') return <FullPageSpinner />;
  if (answer.status === 'failed') {
    return (
      <AuthCard title="Einladung" footer={<LegalLinks />}>
        <ErrorCard
          title="Ihre Einladung kann gerade nicht angezeigt werden"
          message="Der Server ist gerade nicht erreichbar. Die Einladung gilt weiter; bitte versuchen Sie es in Kürze noch einmal."
          onRetry={retry}
        />
        <HomeLink />
      </AuthCard>
    );
  }
  const invitation = answer.value;
  if (invitation === null || token === null) {
    return (
      <AuthCard
        title="Diese Einladung gilt nicht mehr"
        intro="Sie wurde bereits verwendet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie Ihre Weiterbildungsstätte um eine neue."
        footer={<LegalLinks />}
      >
        <HomeLink />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={`Einladung von ${invitation.institutionName}`} footer={<LegalLinks />}>
      {invitation.acceptance === 'possible' ? (
        <InvitationAnswer token={token} invitation={invitation} />
      ) : (
        <InvitationRefused token={token} invitation={invitation} email={email} />
      )}
    </AuthCard>
  );
}

/** Link to continue, when there is nothing to answer. */
function HomeLink() {
  return (
    <ButtonLink component={Link} to={PATHS.home} variant="primary">
      Zum Dashboard
    </ButtonLink>
  );
}
