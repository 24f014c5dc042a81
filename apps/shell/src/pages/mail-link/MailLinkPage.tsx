import { useState } from 'react';
import { OTHER_ACCOUNT, readMailLink, SessionError, type MailLink, type SessionUser } from '@nemus/session';
import { Alert, AuthCard, Button, ButtonLink, FormActions, FullPageSpinner, useSingleRun } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { LegalLinks } from '../../frame/LegalLinks';
import { usePortal, useSessionState } from '../../portal/portal-context';
import { PATHS } from '../../routing/paths';
import { removeUnsent, unsentOf } from '../../browser/unsent-input';
import { FailureAlert } from '../auth/FailureAlert';
import { InvalidLink } from '../InvalidLink';
import { ServiceDown } from '../ServiceDown';
import { placeAfterLink } from './after-link';
import { LINK_TEXTS } from './mail-link-texts';

/**
 * Target of the links in our mails. Opening it has no effect, so that neither a mail scanner nor an address in a
 * message can use a link up or start a session: that takes the button, and a decision about the account that is already
 * signed in.
 */
export default function MailLinkPage() {
  const { search } = useLocation();
  const { status, unreachable } = useSessionState();
  const link = readMailLink(search);
  if (!link) return <InvalidLink />;
  if (status === 'loading') return unreachable ? <ServiceDown /> : <FullPageSpinner />;
  return <OpenLink key={search} link={link} />;
}

function OpenLink({ link }: { link: MailLink }) {
  const { session, navigation, toasts } = usePortal();
  const { user: signedIn } = useSessionState();
  /** The account when the button was pressed: the card stays unchanged until the redirect. */
  const [asked, setAsked] = useState<{ readonly user: SessionUser | null } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isHalf, setHalf] = useState(false);
  const user = asked ? asked.user : signedIn;
  const texts = LINK_TEXTS[link.type];
  // An address is usually changed where its account is signed in. The link does not say whose it is.
  const isOwnChange = link.type === 'email_change';

  const { start: open } = useSingleRun(async () => {
    setAsked({ user });
    setFailure(null);
    try {
      const outcome = await session.openLink(link, user?.id ?? null);
      if (outcome.kind === 'half') {
        setHalf(true);
        return;
      }
      if (user && user.id !== outcome.user.id) removeUnsent(user.id);
      const { to, state, toast } = placeAfterLink(link.type, outcome.user);
      if (toast) toasts.notify(toast);
      navigation.redirect(to, state);
    } catch (error) {
      setFailure(error);
      setAsked(null);
    }
  });

  if (isHalf) {
    return (
      <AuthCard title="Diese Adresse ist bestätigt" footer={<LegalLinks />}>
        <Alert tone="info">
          Bitte öffnen Sie auch den Link in der E-Mail an die andere Adresse. Erst danach gilt die neue.
        </Alert>
        <ButtonLink component={Link} to={PATHS.start} variant="primary">
          Zur Startseite
        </ButtonLink>
      </AuthCard>
    );
  }
  if (isUseless(failure)) {
    return (
      <InvalidLink
        intro={`Der Link ist abgelaufen oder wurde bereits verwendet. ${texts.remedy.text}`}
        label={signedIn ? 'Zur Startseite' : texts.remedy.label}
        to={signedIn ? PATHS.start : texts.remedy.to}
      />
    );
  }
  return (
    <AuthCard title={texts.title} intro={texts.intro} footer={<LegalLinks />}>
      <FailureAlert failure={failure} tone={isOther(failure) ? 'warning' : 'error'} />
      {user ? (
        <Alert tone={isOwnChange ? 'info' : 'warning'} title={`Sie sind als ${user.email} angemeldet`}>
          {isOwnChange
            ? 'Ist es die Adresse dieses Kontos, bleiben Sie angemeldet. Gehört der Link zu einem anderen, wird das jetzige dafür abgemeldet, auch in anderen Tabs. '
            : 'Der Link meldet in diesem Browser das Konto an, an das die E-Mail ging. Das jetzige wird dafür abgemeldet, auch in anderen Tabs. '}
          {unsentOf(user.id).length > 0
            ? 'Dabei werden Entwürfe des jetzigen Kontos gelöscht, die nur auf diesem Gerät liegen. '
            : ''}
          Öffnen Sie nur Links aus E-Mails, die Sie selbst erhalten haben.
        </Alert>
      ) : null}
      <FormActions>
        <Button variant="primary" loading={asked !== null} onClick={() => void open()}>
          {user && !isOwnChange ? 'Abmelden und fortfahren' : texts.button}
        </Button>
        {user ? (
          <ButtonLink component={Link} to={PATHS.home}>
            Angemeldet bleiben
          </ButtonLink>
        ) : null}
      </FormActions>
    </AuthCard>
  );
}

/** The service refused this link; a retry is pointless. */
function isUseless(error: unknown): boolean {
  return error instanceof SessionError && ['otp_expired', 'validation_failed', 'user_not_found'].includes(error.code);
}

function isOther(error: unknown): boolean {
  return error instanceof SessionError && error.code === OTHER_ACCOUNT;
}
