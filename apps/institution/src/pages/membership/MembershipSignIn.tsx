import { ButtonLink, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';

/** Links to sign in or up with the invited address, and back here. */
export function MembershipSignIn({ token, email }: { token: string; email: string }) {
  const to = (view: Readonly<Record<string, string>>) =>
    `${paths.signIn}?${new URLSearchParams({ ...view, mitglied: token }).toString()}`;
  return (
    <Stack gap={2}>
      <Text>
        Registrieren Sie sich mit {email}, oder melden Sie sich mit dieser Adresse an. Danach kommen Sie hierher zurück
        und entscheiden.
      </Text>
      <Row>
        <ButtonLink component={Link} to={to({ ansicht: 'registrieren' })} variant="primary">
          Registrieren
        </ButtonLink>
        <ButtonLink component={Link} to={to({})}>
          Anmelden
        </ButtonLink>
      </Row>
    </Stack>
  );
}
