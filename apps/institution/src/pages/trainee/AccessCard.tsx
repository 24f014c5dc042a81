import { useState } from 'react';
import type { Trainee } from '@nemus/data';
import { Button, Card, ConfirmDialog, formatDate, formatDateTime, Text } from '@nemus/ui';
import { useTraineeChanges } from '../../trainees/useTraineeChanges';
import { CorrectNameDialog } from './CorrectNameDialog';

/** The trainee's access to the portal, and its actions. */
export function AccessCard({ trainee }: { trainee: Trainee }) {
  const { invite, revoke, unlink } = useTraineeChanges(trainee);
  const [asking, setAsking] = useState<'unlink' | 'revoke' | 'name' | null>(null);
  const linked = trainee.access === 'linked';
  const pending = trainee.access === 'pending';
  const withdrawable = pending || trainee.access === 'expired';
  return (
    <Card
      title="Portalzugang"
      level={2}
      as="section"
      footer={
        linked ? (
          <>
            <Button variant="quiet" onClick={() => setAsking('name')}>
              Namen berichtigen …
            </Button>
            <Button variant="quiet" onClick={() => setAsking('unlink')}>
              Verbindung beenden …
            </Button>
          </>
        ) : (
          <>
            <Button icon="mail" loading={invite.isPending} onClick={() => invite.mutate()}>
              {trainee.invitation === null ? 'Einladung senden' : 'Erneut einladen'}
            </Button>
            {withdrawable && (
              <Button variant="quiet" onClick={() => setAsking('revoke')}>
                Einladung zurückziehen …
              </Button>
            )}
          </>
        )
      }
    >
      <Text variant="small" tone="muted">
        {describeAccess(trainee)}
      </Text>
      {asking === 'name' && <CorrectNameDialog trainee={trainee} onClose={() => setAsking(null)} />}
      <ConfirmDialog
        open={asking === 'unlink'}
        danger
        title="Verbindung beenden?"
        confirmLabel="Verbindung beenden"
        cancelLabel="Verbindung behalten"
        busy={unlink.isPending}
        onConfirm={() => unlink.mutate(undefined, { onSettled: () => setAsking(null) })}
        onCancel={() => setAsking(null)}
      >
        Ihre Weiterbildungsstätte sieht danach nicht mehr, wie weit die Person im Portal ist. Der Eintrag in Ihrer Liste
        und die gebuchten Kurse bleiben. Eine neue Verbindung braucht eine neue Einladung.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'revoke'}
        title="Einladung zurückziehen?"
        confirmLabel="Einladung zurückziehen"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined, { onSettled: () => setAsking(null) })}
        onCancel={() => setAsking(null)}
      >
        Der Link in der Nachricht an {trainee.email} gilt dann nicht mehr. Sie können die Person später erneut einladen.
      </ConfirmDialog>
    </Card>
  );
}

/** The state of the access in words. */
function describeAccess({ access, invitation, email, linked_at }: Trainee): string {
  if (access === 'linked') {
    return `Seit ${formatDate(linked_at)} mit einem Portalkonto verbunden. Ihre Weiterbildungsstätte sieht den Fortschritt, den die Person im Portal erreicht. Beide Seiten können die Verbindung beenden.`;
  }
  if (invitation === null) return `Noch nicht eingeladen. Die Einladung geht an ${email}.`;
  const sent = `Zuletzt am ${formatDateTime(invitation.last_sent_at)} Uhr an ${email} verschickt`;
  const times = invitation.sent_count > 1 ? ` (${invitation.sent_count} Mal)` : '';
  switch (access) {
    case 'pending':
      return `${sent}${times}. Der Link gilt bis ${formatDate(invitation.expires_at)}.`;
    case 'expired':
      return `${sent}${times}. Der Link ist seit ${formatDate(invitation.expires_at)} abgelaufen.`;
    case 'declined':
      return `Die Person hat die Einladung am ${formatDate(invitation.declined_at)} abgelehnt. Sie können sie erneut einladen.`;
    case 'revoked':
      return `Die Einladung wurde am ${formatDate(invitation.revoked_at)} zurückgezogen; ihr Link gilt nicht mehr.`;
    case 'none':
      return `Die Verbindung zum Portalkonto besteht nicht mehr. Die Einladung geht an ${email}.`;
  }
}
