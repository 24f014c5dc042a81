import { readLinkToken } from '@nemus/area/public';
import { usePorts, useSession } from '@nemus/contract/react';
import type { MemberInvitationPage } from '@nemus/data';
import { ButtonLink } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../paths';
import { InvitationCard, InvitationLoading, InvitationUnreachable } from '../invitation/InvitationCard';
import { MembershipAnswer } from './MembershipAnswer';
import { MembershipFacts } from './MembershipFacts';
import { MembershipRefused } from './MembershipRefused';
import { MembershipSignIn } from './MembershipSignIn';
import { useMembershipPage } from './useMembershipPage';

/**
 * `/mitglied-werden?link=<token>`: shows an invitation to act for an institution; the person signs in or up, and
 * accepts or declines. Opening the page has no effect.
 */
export default function MembershipPage() {
  const token = readLinkToken(useLocation().search);
  const { access } = usePorts();
  const { email } = useSession();
  return <MembershipOf key={token} token={token} email={access === 'public' ? null : email} />;
}

function MembershipOf({
  token,
  email,
}: {
  token: string | null;
  /** Address of the signed-in account; null without one. */
  email: string | null;
}) {
  const { answer, retry } = useMembershipPage(token);
  if (answer.status === 'loading') return <InvitationLoading />;
  if (answer.status === 'failed') return <InvitationUnreachable onRetry={retry} />;
  const invitation = answer.value;
  if (invitation === null || token === null) return <InvitationOver signedIn={email !== null} />;
  return (
    <InvitationCard title={`Für ${nameOf(invitation)} handeln`}>
      <MembershipFacts name={nameOf(invitation)} invitation={invitation} />
      {invitation.acceptance === 'signed_out' || email === null ? (
        <MembershipSignIn token={token} email={invitation.email} />
      ) : invitation.acceptance === 'possible' ? (
        <MembershipAnswer token={token} name={nameOf(invitation)} />
      ) : (
        <MembershipRefused name={nameOf(invitation)} invitation={invitation} email={email} />
      )}
    </InvitationCard>
  );
}

/** Shown when an institution has given no name. */
const nameOf = ({ institution_name: name }: MemberInvitationPage) => name ?? 'eine Weiterbildungsstätte';

/** The same text for an invitation that was answered, withdrawn, expired or never existed. */
function InvitationOver({ signedIn }: { signedIn: boolean }) {
  return (
    <InvitationCard
      title="Diese Einladung gilt nicht mehr"
      intro="Sie wurde bereits beantwortet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie die Weiterbildungsstätte um eine neue."
    >
      <ButtonLink component={Link} to={signedIn ? paths.dashboard : paths.signIn} variant="primary">
        {signedIn ? 'Zum Dashboard' : 'Zur Anmeldung'}
      </ButtonLink>
    </InvitationCard>
  );
}
