import type { MemberInvitationPage } from '@nemus/data';
import { AuthCard, ButtonLink, ErrorCard, FullPageSpinner } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { LegalLinks } from '../../frame/LegalLinks';
import { useSessionState } from '../../portal/portal-context';
import { readMembershipLink } from '../../routing/membership-address';
import { PATHS } from '../../routing/paths';
import { LinkSecrecy } from '@nemus/area/public';
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
  const token = readMembershipLink(useLocation().search);
  const { status, user } = useSessionState();
  if (status === 'loading') return <FullPageSpinner />;
  return (
    <>
      <LinkSecrecy />
      {/* Another account is another reader; one that must still prove its second factor does not count. */}
      <MembershipOf
        key={`${token} ${status} ${user?.id}`}
        token={token}
        email={status === 'signed-in' ? (user?.email ?? null) : null}
      />
    </>
  );
}

function MembershipOf({
  token,
  email,
}: {
  token: string | null;
  /** Address of the signed-in account; null without one. */
  email: string | null;
}) {
  const { answer, retry } = useMembershipPage(token, email !== null);
  if (answer.status === 'loading') return <FullPageSpinner />;
  if (answer.status === 'failed') {
    return (
      <AuthCard title="Einladung" footer={<LegalLinks />}>
        <ErrorCard
          title="Ihre Einladung kann gerade nicht angezeigt werden"
          message="Der Server ist gerade nicht erreichbar. Die Einladung gilt weiter; bitte versuchen Sie es in Kürze noch einmal."
          onRetry={retry}
        />
      </AuthCard>
    );
  }
  const invitation = answer.value;
  if (invitation === null || token === null) return <InvitationOver signedIn={email !== null} />;
  return (
    <AuthCard title={`Für ${nameOf(invitation)} handeln`} footer={<LegalLinks />}>
      <MembershipFacts name={nameOf(invitation)} invitation={invitation} />
      {invitation.acceptance === 'signed_out' || email === null ? (
        <MembershipSignIn token={token} email={invitation.email} />
      ) : invitation.acceptance === 'possible' ? (
        <MembershipAnswer token={token} name={nameOf(invitation)} />
      ) : (
        <MembershipRefused name={nameOf(invitation)} invitation={invitation} email={email} />
      )}
    </AuthCard>
  );
}

/** Shown when an institution has given no name. */
const nameOf = ({ institution_name: name }: MemberInvitationPage) => name ?? 'eine Weiterbildungsstätte';

/** The same text for an invitation that was answered, withdrawn, expired or never existed. */
function InvitationOver({ signedIn }: { signedIn: boolean }) {
  return (
    <AuthCard
      title="Diese Einladung gilt nicht mehr"
      intro="Sie wurde bereits beantwortet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie die Weiterbildungsstätte um eine neue."
      footer={<LegalLinks />}
    >
      <ButtonLink component={Link} to={signedIn ? PATHS.home : PATHS.auth} variant="primary">
        {signedIn ? 'Zum Dashboard' : 'Zur Anmeldung'}
      </ButtonLink>
    </AuthCard>
  );
}
