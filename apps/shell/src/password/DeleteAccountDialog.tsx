import { Dialog } from '@nemus/ui';
import { usePortal, useSessionState } from '../portal/portal-context';
import { PATHS } from '../routing/paths';
import { PasswordForm } from './PasswordForm';

/** Asks for the password above the page of the area that explains what is deleted. Success leads to the sign-in. */
export default function DeleteAccountDialog() {
  const { deletion, session, toasts, navigation } = usePortal();
  const { user } = useSessionState();
  if (!user) return null;
  const remove = async (...proof: Parameters<typeof session.deleteAccount>) => {
    await session.deleteAccount(...proof);
    toasts.notify({ kind: 'success', title: 'Konto gelöscht', description: 'Ihr Konto besteht nicht mehr.' });
    deletion.answer(true);
    navigation.redirect(PATHS.auth);
  };
  return (
    <Dialog
      open
      onClose={() => deletion.answer(false)}
      title="Konto löschen"
      description={`Für das Konto ${user.email}. Das lässt sich nicht rückgängig machen.`}
    >
      <PasswordForm
        key={user.id}
        hint="Damit niemand außer Ihnen Ihr Konto löscht."
        submit={{ label: 'Konto endgültig löschen', variant: 'danger' }}
        cancel={{ label: 'Konto behalten', run: () => deletion.answer(false) }}
        run={remove}
      />
    </Dialog>
  );
}
