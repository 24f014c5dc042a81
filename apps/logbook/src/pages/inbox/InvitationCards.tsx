import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { answerConfirming, CONFIRMER_ROLE_LABELS, type SignOffStatus } from '@nemus/data';
import { Alert, Button, Card, Row, Stack, Text } from '@nemus/ui';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';

type Invitation = SignOffStatus['invitations'][number];

/** Institutions that have named the account's address: to accept, or to decline. */
export function InvitationCards({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.confirmer_id} invitation={invitation} />
      ))}
    </>
  );
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const institution = invitation.institution ?? 'Eine Weiterbildungsstätte';
  const answer = useAction({
    mutationFn: (kind: 'accept' | 'decline') => answerConfirming(client, invitation.confirmer_id, kind),
    onSuccess: (_, kind) => {
      publish();
      notify({
        kind: 'success',
        title: kind === 'accept' ? `Sie bestätigen jetzt für ${institution}` : 'Sie haben abgelehnt',
      });
    },
  });
  const roles = invitation.roles.map((role) => CONFIRMER_ROLE_LABELS[role]).join(', ');
  return (
    <Card level={2} title={`${institution} hat Sie benannt`}>
      <Stack gap={2}>
        {answer.error !== null && <Alert tone="error">{reasonOf(answer.error)}</Alert>}
        <Text>
          Als „{invitation.name}“ sollen Sie Einträge im Logbuch bestätigen{roles === '' ? '' : ` (${roles})`}. Wenn Sie
          annehmen, erscheinen sie hier; bis dahin gehen Links an Ihre E-Mail-Adresse.
        </Text>
        <Row>
          <Button
            variant="primary"
            loading={answer.isPending && answer.variables === 'accept'}
            onClick={() => answer.mutate('accept')}
          >
            Annehmen
          </Button>
          <Button loading={answer.isPending && answer.variables === 'decline'} onClick={() => answer.mutate('decline')}>
            Ablehnen
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
