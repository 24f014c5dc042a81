import { useState } from 'react';
import { Alert, AuthCard } from '@nemus/ui';
import { Tabs } from '@nemus/ui/tabs';
import { useLocation } from 'react-router-dom';
import { LegalLinks } from '../../frame/LegalLinks';
import { SIGN_IN, VIEWS } from '../../first-form/sign-in-texts';
import { useTypedSignIn } from '../../first-form/useFormHandover';
import { usePortal } from '../../portal/portal-context';
import { authViewSearch, readAuthView, type AuthView } from '../../routing/auth-view';
import { lacksInvitation, readInvitationToken } from '../../routing/invitation-address';
import { readMembershipToken } from '../../routing/membership-address';
import { PATHS } from '../../routing/paths';
import { ResetRequestForm } from './ResetRequestForm';
import { SignInForm } from './SignInForm';
import { SignUpForm } from './SignUpForm';
import { useInvitation, type InvitationState } from './useInvitation';
import { useJoining, type JoiningState } from './useJoining';

/** Sign-in, sign-up and the request for a new password (S-1.2, S-1.8). */
export function AuthPage() {
  const { navigation } = usePortal();
  const { search, state } = useLocation();
  const typed = useTypedSignIn();
  const [email, setEmail] = useState(typed?.email ?? '');
  const view = readAuthView(search);
  const token = readInvitationToken(search);
  const invitation = useInvitation(token);
  const isLinkMissing = lacksInvitation(search);
  const membershipToken = readMembershipToken(search);
  const joining = useJoining(membershipToken);
  const membership = joining.status === 'open' ? joining : null;
  // The history state contains the requested page, and must survive a change of the view.
  const show = (next: AuthView) =>
    navigation.redirect(
      PATHS.auth + authViewSearch(next, { invitation: isLinkMissing ? '' : token, membership: membershipToken }),
      state,
    );

  if (view === 'reset') {
    return (
      <AuthCard
        title="Passwort zurücksetzen"
        intro="Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen."
        footer={<LegalLinks />}
      >
        <ResetRequestForm email={email} onEmail={setEmail} onBack={() => show('sign-in')} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={SIGN_IN.title} intro={SIGN_IN.intro} footer={<LegalLinks />}>
      {isLinkMissing ? (
        <Alert tone="warning" title="In dieser Adresse fehlt die Einladung">
          Öffnen Sie bitte den vollständigen Link aus Ihrer E-Mail. Ohne Einladung registrieren Sie sich hier ohne
          Verbindung zu einer Weiterbildungsstätte.
        </Alert>
      ) : null}
      <InvitationNotice state={invitation} />
      <JoiningNotice state={joining} />
      <Tabs label={SIGN_IN.views} items={VIEWS} value={view} onChange={show}>
        {view === 'sign-in' ? (
          <SignInForm
            email={email || (invitation.status === 'open' ? invitation.invitation.email : (membership?.email ?? ''))}
            onEmail={setEmail}
            onForgotten={() => show('reset')}
          />
        ) : (
          <SignUpForm
            email={email}
            onEmail={setEmail}
            invitationToken={token}
            invitation={invitation.status === 'open' ? invitation.invitation : null}
            membership={membership}
          />
        )}
      </Tabs>
    </AuthCard>
  );
}

/** Who invites; or that the link is invalid or could not be checked, which does not prevent signing up. */
function InvitationNotice({ state }: { state: InvitationState }) {
  if (state.status === 'open') {
    return (
      <Alert tone="info" title={`${state.invitation.institutionName} lädt Sie ein`}>
        Registrieren Sie sich oder melden Sie sich mit {state.invitation.email} an. Danach entscheiden Sie, ob Sie die
        Einladung annehmen. Bis dahin sieht die Weiterbildungsstätte nichts von Ihnen.
      </Alert>
    );
  }
  if (state.status === 'unknown') {
    return (
      <Alert tone="info" title="Ihre Einladung kann gerade nicht angezeigt werden">
        Sie gilt trotzdem: Registrieren Sie sich mit der Adresse, an die sie ging, oder melden Sie sich damit an. Danach
        entscheiden Sie, ob Sie die Einladung annehmen.
      </Alert>
    );
  }
  if (state.status !== 'invalid') return null;
  return (
    <Alert tone="warning" title="Diese Einladung gilt nicht mehr">
      Sie wurde bereits verwendet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie Ihre Weiterbildungsstätte um
      eine neue.
    </Alert>
  );
}

/** The institution that the person is invited to act for; or that the link is invalid. */
function JoiningNotice({ state }: { state: JoiningState }) {
  if (state.status === 'open') {
    return (
      <Alert tone="info" title={`Einladung von ${state.institutionName}`}>
        Registrieren Sie sich oder melden Sie sich mit {state.email} an. Danach entscheiden Sie, ob Sie für die
        Weiterbildungsstätte handeln.
      </Alert>
    );
  }
  if (state.status !== 'invalid') return null;
  return (
    <Alert tone="warning" title="Diese Einladung gilt nicht mehr">
      Sie wurde bereits beantwortet oder zurückgezogen, oder sie ist abgelaufen. Bitten Sie die Weiterbildungsstätte um
      eine neue.
    </Alert>
  );
}
