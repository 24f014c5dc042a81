import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { changeMember, endSentence, type MemberRole, type OrganisationMember } from '@nemus/data';
import { Alert, Button, Dialog, Stack } from '@nemus/ui';
import { RolesField } from '../../roles/RolesField';
import { useMemberChange } from './useMemberChange';

/** Changes a member's roles, with immediate effect. */
export function RolesDialog({ member, onClose }: { member: OrganisationMember; onClose: () => void }) {
  const client = useDataClient();
  const [roles, setRoles] = useState<readonly MemberRole[]>(member.roles);
  const [tried, setTried] = useState(false);
  const { run, isPending, at, besides } = useMemberChange(
    () => changeMember(client, member.user_id, roles),
    'Rollen geändert',
    onClose,
  );
  const noRole = roles.length === 0 ? 'Bitte wählen Sie mindestens eine Rolle.' : undefined;
  const other = besides('roles');
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!isPending}
      title="Rollen ändern"
      description={`${endSentence(member.name)} Was Sie ändern, gilt sofort.`}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            loading={isPending}
            onClick={() => {
              setTried(true);
              if (noRole === undefined) run();
            }}
          >
            Rollen speichern
          </Button>
        </>
      }
    >
      <Stack gap={2.5}>
        {other !== undefined && <Alert tone="error">{other}</Alert>}
        <RolesField value={roles} error={(tried ? noRole : undefined) ?? at('roles')} onChange={setRoles} />
      </Stack>
    </Dialog>
  );
}
