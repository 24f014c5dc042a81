import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { inviteMember, readMailAddress, type MemberRole } from '@nemus/data';
import { Alert, Button, Dialog, Form, Stack, TextField } from '@nemus/ui';
import { RolesField } from '../../roles/RolesField';
import { useMemberChange } from './useMemberChange';

const FORM = 'mitglied-einladen';

/** Invites a person by mail to act for the institution, with roles. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useDataClient();
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly MemberRole[]>([]);
  const [tried, setTried] = useState(false);
  const address = readMailAddress(email) ?? '';
  const { run, isPending, at, besides } = useMemberChange(
    () => inviteMember(client, address, roles),
    `Einladung an ${address} verschickt`,
    onClose,
  );
  const wrongEmail = address === '' ? 'Bitte geben Sie eine gültige E-Mail-Adresse ein.' : undefined;
  const noRole = roles.length === 0 ? 'Bitte wählen Sie mindestens eine Rolle.' : undefined;
  const other = besides('email', 'roles');
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!isPending}
      title="Mitglied einladen"
      description="Die Person bekommt eine E-Mail mit einem Link und entscheidet selbst. Sie meldet sich mit einem eigenen Konto an; Ihr Passwort braucht niemand."
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={FORM} variant="primary" loading={isPending}>
            Einladung senden
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        aria-label="Mitglied einladen"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (wrongEmail === undefined && noRole === undefined) run();
        }}
      >
        <Stack gap={2.5}>
          {other !== undefined && <Alert tone="error">{other}</Alert>}
          <TextField
            label="E-Mail"
            type="email"
            autoComplete="off"
            maxLength={255}
            hint="Die Einladung gilt nur für diese Adresse."
            value={email}
            error={(tried ? wrongEmail : undefined) ?? at('email')}
            onChange={({ target }) => setEmail(target.value)}
          />
          <RolesField value={roles} error={(tried ? noRole : undefined) ?? at('roles')} onChange={setRoles} />
        </Stack>
      </Form>
    </Dialog>
  );
}
