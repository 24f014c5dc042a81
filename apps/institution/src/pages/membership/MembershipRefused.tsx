import { usePorts } from '@nemus/contract/react';
import { endSentence, type MemberInvitationPage } from '@nemus/data';
import { Button, ButtonLink, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';

/** Why the signed-in account cannot accept, and what to do instead. */
export function MembershipRefused({
  name,
  invitation: { acceptance, email: invited },
  email,
}: {
  /** Of the institution. */
  name: string;
  invitation: MemberInvitationPage;
  /** Address of the signed-in account. */
  email: string;
}) {
  const { session } = usePorts();
  if (acceptance === 'already_member') {
    return (
      <Stack gap={2}>
        <Text>{endSentence(`Ihr Konto handelt bereits für ${name}`)}</Text>
        <Row>
          <ButtonLink component={Link} to={paths.dashboard} variant="primary">
            Zum Dashboard
          </ButtonLink>
        </Row>
      </Stack>
    );
  }
  return (
    <Stack gap={2}>
      <Text>
        Diese Einladung ging an {invited}. Angemeldet sind Sie als {email}
        {acceptance === 'trainee_account' ? ', mit dem Konto einer Person in Weiterbildung' : ''}. Damit können Sie sie
        nicht annehmen, und es wurde nichts geändert.
      </Text>
      <Text>
        {acceptance === 'trainee_account'
          ? `Für eine Weiterbildungsstätte handelt nur, wer ein Konto dieser Art hat. Melden Sie sich mit dem Konto an, das zu ${invited} gehört, oder bitten Sie um eine Einladung an eine andere Adresse.`
          : `Gehört Ihnen die Adresse ${invited}, dann melden Sie sich damit an oder registrieren Sie sich.`}
      </Text>
      <Row>
        {/* The page stays, and shows a visitor how to sign in. */}
        <Button variant="primary" onClick={() => void session.signOut()}>
          Mit anderem Konto anmelden
        </Button>
        <ButtonLink component={Link} to={paths.dashboard}>
          Zum Dashboard
        </ButtonLink>
      </Row>
    </Stack>
  );
}
