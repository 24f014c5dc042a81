import { readLinkToken } from '@nemus/area/public';
import { useSession } from '@nemus/contract/react';
import { ButtonLink } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../paths';
import { InvitationAnswer } from './InvitationAnswer';
import { InvitationCard, InvitationLoading, InvitationUnreachable } from './InvitationCard';
import { InvitationRefused } from './InvitationRefused';
import { useInvitationPage } from './useInvitationPage';

/** `/einladung`: asks the signed-in account whether it accepts an invitation. Opening the page has no effect. */
export default function InvitationPage() {
  const token = readLinkToken(useLocation().search, 'einladung');
  return <InvitationOf key={token} token={token} />;
}

function InvitationOf({ token }: { token: string | null }) {
  const { email } = useSession();
  const { answer, retry } = useInvitationPage(token);
  if (answer.status === 'loading') return <InvitationLoading />;
  if (answer.status === 'failed') {
    return (
      <InvitationUnreachable onRetry={retry}>
        <HomeLink />
      </InvitationUnreachable>
    );
  }
  const invitation = answer.value;
  if (invitation === null || token === null) {
    return (
      <InvitationCard
        title="Diese Einladung gilt nicht mehr"
        intro="Sie wurde bereits verwendet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie Ihre Weiterbildungsstätte um eine neue."
      >
        <HomeLink />
      </InvitationCard>
    );
  }
  return (
    <InvitationCard title={`Einladung von ${invitation.institutionName}`}>
      {invitation.acceptance === 'possible' ? (
        <InvitationAnswer token={token} invitation={invitation} />
      ) : (
        <InvitationRefused token={token} invitation={invitation} email={email} />
      )}
    </InvitationCard>
  );
}

/** Link to continue, when there is nothing to answer. */
function HomeLink() {
  return (
    <ButtonLink component={Link} to={paths.dashboard} variant="primary">
      Zum Dashboard
    </ButtonLink>
  );
}
