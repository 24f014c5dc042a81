import { Dialog } from '@nemus/ui';
import { usePortal, useSessionState } from '../portal/portal-context';
import { DeleteAccountForm } from './DeleteAccountForm';

/** Asks for the password above the page of the area that explains what is deleted. */
export default function DeleteAccountDialog() {
  const { deletion } = usePortal();
  const { user } = useSessionState();
  if (!user) return null;
  return (
    <Dialog
      open
      onClose={() => deletion.answer(false)}
      title="Konto löschen"
      description={`Für das Konto ${user.email}. Das lässt sich nicht rückgängig machen.`}
    >
      <DeleteAccountForm key={user.id} email={user.email} />
    </Dialog>
  );
}
