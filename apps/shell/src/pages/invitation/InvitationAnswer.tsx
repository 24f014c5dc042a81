import { useState } from 'react';
import { DataError, NOT_SHARED_WITH_INSTITUTION, SHARED_WITH_INSTITUTION } from '@nemus/data';
import type { Invitation } from '@nemus/session';
import { Alert, Button, ButtonLink, Row, Stack, Text, useSingleRun } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { localStore } from '../../browser/storage';
import { usePortal } from '../../portal/portal-context';
import { settleInvitation } from '../../routing/invitation-address';
import { PATHS } from '../../routing/paths';

/** Without an answer nobody knows what became of it; asking once more is harmless. */
const TRY_AGAIN = 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es in Kürze noch einmal.';

/** The database has said why not, in words for the reader. */
const isRefusal = (error: unknown): error is DataError =>
  error instanceof DataError && error.status >= 400 && error.status < 500 && error.status !== 401;

/** Says what accepting means, and takes the answer. */
export function InvitationAnswer({ token, invitation }: { token: string; invitation: Invitation }) {
  const { navigation, session, toasts } = usePortal();
  const [sending, setSending] = useState<'accept' | 'decline' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { institutionName, email } = invitation;

  const { start: answer } = useSingleRun(
    async (kind: 'accept' | 'decline', send: () => Promise<unknown>, title: string, detail: string) => {
      setSending(kind);
      setProblem(null);
      try {
        await send();
      } catch (error) {
        setProblem(isRefusal(error) ? error.message : TRY_AGAIN);
        setSending(null);
        return;
      }
      settleInvitation(token, localStore);
      toasts.notify({ kind: 'success', title, description: detail });
      navigation.redirect(PATHS.home);
    },
  );
  const accept = () =>
    answer(
      'accept',
      () => session.acceptInvitation(token),
      'Einladung angenommen',
      `Ihr Konto ist mit ${institutionName} verbunden.`,
    );
  const decline = () =>
    answer(
      'decline',
      () => session.declineInvitation(token),
      'Einladung abgelehnt',
      `${institutionName} sieht nichts von Ihrer Weiterbildung.`,
    );

  return (
    <Stack gap={3}>
      {problem === null ? null : (
        <Alert tone="error" title="Ihre Antwort wurde nicht gespeichert">
          {problem}
        </Alert>
      )}
      <Text>
        {institutionName} möchte Ihre psychotherapeutische Weiterbildung begleiten. Die Einladung gilt für Ihr Konto{' '}
        {email}.
      </Text>
      <Stack gap={1}>
        <Text as="h2" variant="subheading">
          Was die Weiterbildungsstätte sieht, wenn Sie annehmen
        </Text>
        <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
          {SHARED_WITH_INSTITUTION.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </Stack>
        <Text variant="small" tone="muted">
          {NOT_SHARED_WITH_INSTITUTION} Sie können die Verbindung jederzeit in Ihrem Profil beenden.
        </Text>
      </Stack>
      <Row>
        <Button
          variant="primary"
          loading={sending === 'accept'}
          disabled={sending === 'decline'}
          onClick={() => void accept()}
        >
          Annehmen
        </Button>
        <Button loading={sending === 'decline'} disabled={sending === 'accept'} onClick={() => void decline()}>
          Ablehnen
        </Button>
        <ButtonLink component={Link} to={PATHS.home} variant="quiet">
          Später entscheiden
        </ButtonLink>
      </Row>
    </Stack>
  );
}
