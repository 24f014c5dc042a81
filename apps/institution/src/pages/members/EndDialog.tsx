import { useDataClient } from '@nemus/area';
import { leaveMembership, removeMember, type OrganisationMember } from '@nemus/data';
import { Alert, Button, Dialog, Stack, Text } from '@nemus/ui';
import { useReloadDashboard } from '../../memberships/useReloadDashboard';
import { lostAbilities } from './member-words';
import { useMemberChange } from './useMemberChange';

/** Removes a member, or lets the own account leave, after explaining what is lost. */
export function EndDialog({
  member,
  institutionId,
  onClose,
}: {
  member: OrganisationMember;
  /** Which the account leaves. */
  institutionId: string;
  onClose: () => void;
}) {
  const client = useDataClient();
  const openAnew = useReloadDashboard();
  const { name, is_own: isOwn } = member;
  const { run, isPending, besides } = useMemberChange(
    () => (isOwn ? leaveMembership(client, institutionId) : removeMember(client, member.user_id)),
    isOwn ? 'Sie haben die Weiterbildungsstätte verlassen' : `${name} ist entfernt`,
    () => {
      onClose();
      if (isOwn) openAnew();
    },
  );
  const problem = besides();
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      onClose={onClose}
      closable={!isPending}
      title={isOwn ? 'Weiterbildungsstätte verlassen?' : `${name} entfernen?`}
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- an alert dialog must start on its harmless button (ARIA APG) */}
          <Button disabled={isPending} onClick={onClose} autoFocus>
            Abbrechen
          </Button>
          <Button variant="danger" loading={isPending} onClick={run}>
            {isOwn ? 'Verlassen' : 'Mitglied entfernen'}
          </Button>
        </>
      }
    >
      <Stack gap={1.5}>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        <Text variant="small">
          {isOwn ? 'Sie verlieren sofort:' : `${name} (${member.email}) verliert sofort, auch in offenen Fenstern:`}
        </Text>
        <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
          {lostAbilities(member).map((loss) => (
            <Text as="li" key={loss} variant="small">
              {loss}
            </Text>
          ))}
        </Stack>
        <Text variant="small">
          {`Plätze, die ${isOwn ? 'Sie' : 'die Person'} auf Kosten der Weiterbildungsstätte für sich belegt ${isOwn ? 'haben' : 'hat'}, enden. Nicht begonnene werden ihr erstattet, abgeschlossene bleiben.`}
        </Text>
        <Text variant="small" tone="muted">
          {isOwn
            ? 'Ihr Konto bleibt. Zurück kommen Sie nur mit einer neuen Einladung.'
            : 'Buchungen, Käufe und PiW bleiben bei Ihrer Weiterbildungsstätte, und das Protokoll behält, was die Person getan hat. Das Konto der Person bleibt; Sie können sie neu einladen.'}
        </Text>
      </Stack>
    </Dialog>
  );
}
