import { ButtonLink, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { authViewSearch, type AuthView } from '../../routing/auth-view';
import { PATHS } from '../../routing/paths';

/** Links to sign in or up with the invited address, and back here. */
export function MembershipSignIn({ token, email }: { token: string; email: string }) {
  const to = (view: AuthView) => PATHS.auth + authViewSearch(view, { membership: token });
  return (
    <Stack gap={2}>
      <Text>
        Registrieren Sie sich mit {email}, oder melden Sie sich mit dieser Adresse an. Danach kommen Sie hierher zurück
        und entscheiden.
      </Text>
      <Row>
        <ButtonLink component={Link} to={to('sign-up')} variant="primary">
          Registrieren
        </ButtonLink>
        <ButtonLink component={Link} to={to('sign-in')}>
          Anmelden
        </ButtonLink>
      </Row>
    </Stack>
  );
}
