import { Dialog } from '@nemus/ui';
import { usePortal, useSessionState } from '../portal/portal-context';
import { PasswordForm } from './PasswordForm';

/** Asks for the password above the page of an area that needs a fresh sign-in. */
export default function ProvePasswordDialog() {
  const { proof, session } = usePortal();
  const { user } = useSessionState();
  if (!user) return null;
  const prove = async (password: string) => {
    await session.provePassword(password);
    proof.answer(true);
  };
  return (
    <Dialog
      open
      onClose={() => proof.answer(false)}
      title="Passwort bestätigen"
      description={`Für das Konto ${user.email}. Ihre Anmeldung liegt länger als zehn Minuten zurück.`}
    >
      <PasswordForm
        key={user.id}
        hint="Damit niemand außer Ihnen an Ihre Daten kommt."
        submit={{ label: 'Bestätigen', variant: 'primary' }}
        cancel={{ label: 'Abbrechen', run: () => proof.answer(false) }}
        run={prove}
      />
    </Dialog>
  );
}
