import { signInFailure } from '@nemus/data';
import { Button, useSingleRun } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';

/** Sends the confirmation link again. */
export function ResendConfirmation({ email }: { email: string }) {
  const { session, toasts } = usePortal();
  const send = useSingleRun(async () => {
    try {
      await session.resendConfirmation(email);
      toasts.notify({
        kind: 'success',
        title: 'Bestätigungslink gesendet',
        description: `Bitte prüfen Sie das Postfach von ${email}.`,
      });
    } catch (error) {
      toasts.notify({
        kind: 'error',
        title: 'Der Link konnte nicht gesendet werden',
        description: signInFailure(error).text,
      });
    }
  });
  return (
    <Button size="small" icon="mail" loading={send.running} onClick={() => void send.start()}>
      Bestätigungslink erneut senden
    </Button>
  );
}
