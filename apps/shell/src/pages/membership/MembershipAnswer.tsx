import { useState } from 'react';
import { acceptMembership, DataError, declineMembership, type DataClient } from '@nemus/data';
import { Alert, Button, ButtonLink, Row, Stack, useSingleRun } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { localStore } from '../../browser/storage';
import { usePortal } from '../../portal/portal-context';
import { settleMembership } from '../../routing/membership-address';
import { PATHS } from '../../routing/paths';

/** Without an answer nobody knows what became of it; asking once more is harmless. */
const TRY_AGAIN = 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es in Kürze noch einmal.';

/** The database has said why not, in words for the reader. */
const isRefusal = (error: unknown): error is DataError =>
  error instanceof DataError && error.status >= 400 && error.status < 500 && error.status !== 401;

type Deed = 'accept' | 'decline';

const SEND: Readonly<Record<Deed, (client: DataClient, token: string) => Promise<unknown>>> = {
  accept: acceptMembership,
  decline: declineMembership,
};

/** Takes the answer of the person who is invited. */
export function MembershipAnswer({ token, name }: { token: string; name: string }) {
  const { client, navigation, session, toasts } = usePortal();
  const [sending, setSending] = useState<Deed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { start: answer } = useSingleRun(async (deed: Deed) => {
    setSending(deed);
    setProblem(null);
    try {
      await SEND[deed](await client(), token);
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : TRY_AGAIN);
      setSending(null);
      return;
    }
    settleMembership(token, localStore);
    // What the account may do now comes with the profile; without it the next start of the page brings it.
    if (deed === 'accept') await session.reloadProfile().catch(() => undefined);
    toasts.notify(
      deed === 'accept'
        ? { kind: 'success', title: 'Einladung angenommen', description: `Sie handeln jetzt für ${name}.` }
        : { kind: 'success', title: 'Einladung abgelehnt', description: `${name} erfährt davon.` },
    );
    navigation.redirect(PATHS.home);
  });
  return (
    <Stack gap={2}>
      {problem === null ? null : (
        <Alert tone="error" title="Ihre Antwort wurde nicht gespeichert">
          {problem}
        </Alert>
      )}
      <Row>
        <Button
          variant="primary"
          loading={sending === 'accept'}
          disabled={sending === 'decline'}
          onClick={() => void answer('accept')}
        >
          Annehmen
        </Button>
        <Button loading={sending === 'decline'} disabled={sending === 'accept'} onClick={() => void answer('decline')}>
          Ablehnen
        </Button>
        <ButtonLink component={Link} to={PATHS.home} variant="quiet">
          Später entscheiden
        </ButtonLink>
      </Row>
    </Stack>
  );
}
