import { refusalText } from '@nemus/data';
import { Alert, AuthCard, ButtonLink, ErrorCard, FullPageSpinner, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { LegalLinks } from '../../frame/LegalLinks';
import { useSessionState } from '../../portal/portal-context';
import { PATHS } from '../../routing/paths';
import { ServiceDown } from '../ServiceDown';
import { describeDeletion } from './deletion-words';
import { DeleteAccountForm } from './DeleteAccountForm';
import { useDeletionTerms } from './useDeletionTerms';

/**
 * `/konto-loeschen`: says what is deleted and what stays, and deletes after the password. Opening the page has no
 * effect.
 */
export default function DeleteAccountPage() {
  const { status, user, unreachable } = useSessionState();
  if (status === 'loading') return unreachable ? <ServiceDown /> : <FullPageSpinner />;
  if (!user) {
    return (
      <AuthCard
        title="Konto löschen"
        intro="Bitte melden Sie sich zuerst mit dem Konto an, das Sie löschen möchten."
        footer={<LegalLinks />}
      >
        <ButtonLink component={Link} to={PATHS.auth} variant="primary">
          Zur Anmeldung
        </ButtonLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Konto löschen" intro={`Für das Konto ${user.email}`} footer={<LegalLinks />}>
      <Deletion key={user.id} email={user.email} />
    </AuthCard>
  );
}

function Deletion({ email }: { email: string }) {
  const { answer, retry } = useDeletionTerms();
  if (answer.status === 'loading') return <FullPageSpinner />;
  if (answer.status === 'failed') {
    return (
      <ErrorCard
        title="Das lässt sich gerade nicht anzeigen"
        message="Der Server ist gerade nicht erreichbar. Ihr Konto besteht weiter."
        onRetry={retry}
      />
    );
  }
  const { lost, kept } = describeDeletion(answer.value);
  if (answer.value.blockedBy !== null) {
    return (
      <>
        <Alert tone="warning">{refusalText(answer.value.blockedBy, undefined)}</Alert>
        <ButtonLink component={Link} to={PATHS.home} variant="primary">
          Zurück zum Portal
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <Alert tone="warning">
        Das lässt sich nicht rückgängig machen. Laden Sie vorher im Profil Ihre Daten herunter.
      </Alert>
      <Text as="ul" sx={{ paddingInlineStart: 2.5, margin: 0 }}>
        {lost.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Text>
      {kept === null ? null : <Text>{kept}</Text>}
      <DeleteAccountForm email={email} />
    </>
  );
}
