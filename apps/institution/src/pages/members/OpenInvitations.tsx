import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { memberRolesText, resendMemberInvitation, revokeMemberInvitation, type MemberInvitation } from '@nemus/data';
import { Alert, Button, Card, ConfirmDialog, formatDate, Row, Stack, StatusChip, Text, type Tone } from '@nemus/ui';
import { useMemberChange } from './useMemberChange';

const STATES: Readonly<Record<MemberInvitation['state'], { readonly text: string; readonly tone: Tone }>> = {
  open: { text: 'Offen', tone: 'info' },
  expired: { text: 'Abgelaufen', tone: 'warning' },
  declined: { text: 'Abgelehnt', tone: 'warning' },
};

function standingOf({ last_sent_at: sentAt, expires_at: expiresAt, state }: MemberInvitation): string {
  const sent = `verschickt am ${formatDate(sentAt)}`;
  return state === 'declined' ? sent : `${sent}, gültig bis ${formatDate(expiresAt)}`;
}

/** Open invitations: resend or withdraw. */
export function OpenInvitations({ invitations }: { invitations: readonly MemberInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Card title="Einladungen" level={2} as="section">
      <Stack as="ul" role="list" gap={2} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {invitations.map((invitation) => (
          <OpenInvitation key={invitation.invitation_id} invitation={invitation} />
        ))}
      </Stack>
    </Card>
  );
}

function OpenInvitation({ invitation }: { invitation: MemberInvitation }) {
  const { invitation_id: id, email, roles, state } = invitation;
  const client = useDataClient();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const resend = useMemberChange(
    () => resendMemberInvitation(client, id),
    `Einladung an ${email} erneut verschickt`,
    close,
  );
  const revoke = useMemberChange(() => revokeMemberInvitation(client, id), 'Einladung zurückgezogen', close);
  const problem = resend.besides() ?? revoke.besides();
  return (
    <Stack as="li" gap={1}>
      {problem !== undefined && <Alert tone="error">{problem}</Alert>}
      <Row justify="between" gap={1}>
        <Stack gap={0} sx={{ flex: '1 1 14rem' }}>
          <Text sx={{ overflowWrap: 'anywhere' }}>{email}</Text>
          <Text variant="caption" tone="muted">
            {`${memberRolesText(roles)} · ${standingOf(invitation)}`}
          </Text>
        </Stack>
        <Row gap={0.75}>
          <StatusChip tone={STATES[state].tone}>{STATES[state].text}</StatusChip>
          {state !== 'declined' && (
            <>
              <Button
                size="small"
                loading={resend.isPending}
                aria-label={`Erneut senden: ${email}`}
                onClick={resend.run}
              >
                Erneut senden
              </Button>
              <Button size="small" aria-label={`Zurückziehen: ${email}`} onClick={() => setAsking(true)}>
                Zurückziehen …
              </Button>
            </>
          )}
        </Row>
      </Row>
      <ConfirmDialog
        open={asking}
        title="Einladung zurückziehen?"
        confirmLabel="Einladung zurückziehen"
        busy={revoke.isPending}
        onConfirm={revoke.run}
        onCancel={close}
      >
        {`Der Link in der Nachricht an ${email} gilt danach nicht mehr. Sie können die Person jederzeit neu einladen.`}
      </ConfirmDialog>
    </Stack>
  );
}
