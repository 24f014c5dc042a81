import { usePorts } from '@nemus/contract/react';
import { readRefusal, type Invitation } from '@nemus/data';
import { Button, ButtonLink, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';

/** Why the signed-in account cannot accept, and what to do instead. */
export function InvitationRefused({
  token,
  invitation: { acceptance, email: invited, institutionName },
  email,
}: {
  token: string;
  invitation: Invitation;
  /** Address of the signed-in account. */
  email: string;
}) {
  const { navigation, session } = usePorts();
  const changeAccount = () => {
    // The guard redirects as soon as the session has left this browser. Redirecting after the server's answer would
    // discard input in the sign-in form.
    navigation.replace(`/einladung?${new URLSearchParams({ einladung: token, kontowechsel: '1' }).toString()}`);
    void session.signOut();
  };
  const linked = acceptance === 'already_linked';
  return (
    <Stack gap={3}>
      <Stack gap={1.5}>
        {linked ? (
          <Text>
            Ihr Konto ist mit {institutionName} bereits verbunden. In Ihrem Profil sehen Sie die Verbindung und können
            sie beenden.
          </Text>
        ) : (
          <Text>
            Diese Einladung ging an {invited}. Angemeldet sind Sie als {email}
            {acceptance === 'institution_account' ? ', mit dem Konto einer Weiterbildungsstätte' : ''}. Damit können Sie
            die Einladung nicht annehmen, und es wurde nichts verbunden.
          </Text>
        )}
        {acceptance === 'other_address' ? (
          <Text>
            Gehört Ihnen die Adresse {invited}, dann melden Sie sich damit an oder registrieren Sie sich. Möchten Sie
            die Einladung mit Ihrem jetzigen Konto annehmen, dann bitten Sie die Weiterbildungsstätte um eine neue an{' '}
            {email}.
          </Text>
        ) : null}
        {acceptance === 'institution_account' ? (
          <Text>
            {readRefusal('piw_required')} Melden Sie sich mit dem Konto an, das zu {invited} gehört, oder registrieren
            Sie sich damit.
          </Text>
        ) : null}
      </Stack>
      <Row>
        {linked ? null : (
          <Button variant="primary" onClick={changeAccount}>
            Mit anderem Konto anmelden
          </Button>
        )}
        <ButtonLink component={Link} to={paths.dashboard} variant={linked ? 'primary' : undefined}>
          Zum Dashboard
        </ButtonLink>
      </Row>
    </Stack>
  );
}
